#!/bin/sh
# Runs tests on an emulated aarch64: sh tests/on_aarch64.sh FOLDER PYTHON TEST...
# FOLDER gets Debian's Python and the dependencies for aarch64, once, 410 MB; PYTHON, with pip, fetches these. The
# packages of the system stay as they are. Exits as pytest does; with 0, and one line, where it cannot be installed.
set -eu
mkdir -p "$1"
folder=$(cd "$1" && pwd)
host=$2
shift 2
root=$folder/root
skipped() {
    echo "aarch64: skipped, since $1"
    exit 0
}

for needed in qemu-aarch64-static dpkg-deb apt-get; do
    command -v "$needed" >/dev/null || skipped "$needed is not there; on Debian: apt-get install qemu-user-static"
done

# A state and a cache of apt's own, in which nothing is installed yet: so all that Python needs is fetched.
if [ ! -x "$root/usr/bin/python3" ]; then
    rm -rf "$root" "$folder/apt"
    mkdir -p "$folder/apt/lists/partial" "$folder/apt/cache/archives/partial"
    : >"$folder/apt/status"
    ours() {
        apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures::=arm64 -o Acquire::Languages=none \
            -o Dir::State="$folder/apt" -o Dir::State::status="$folder/apt/status" \
            -o Dir::State::lists="$folder/apt/lists" -o Dir::Cache="$folder/apt/cache" -o Debug::NoLocking=1 "$@"
    }
    { ours update && ours install -y --download-only --no-install-recommends python3 libstdc++6; } \
        >"$folder/log" 2>&1 </dev/null || skipped "no Python for it could be fetched: $(tail -n 1 "$folder/log")"
    mkdir "$root"
    for package in "$folder"/apt/cache/archives/*.deb; do
        dpkg-deb -x "$package" "$root"
    done
    rm -r "$folder/apt"
fi

# As `sys.executable` it begins itself again, so that processes that Python begins are emulated too.
python=$root/usr/bin/emulated
cat >"$python" <<EOF
#!/bin/sh
exec qemu-aarch64-static -L "$root" -0 "$python" "$root/usr/bin/python3" "\$@"
EOF
chmod +x "$python"
version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])') || skipped "its Python does not run"

if [ ! -e "$folder/site/made" ] || [ pyproject.toml -nt "$folder/site/made" ]; then
    rm -rf "$folder/site"
    "$host" -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["dependencies"], sep="\n")' \
        >"$folder/requirements"
    "$host" -m pip --disable-pip-version-check install --quiet --target "$folder/site" --only-binary :all: \
        --platform manylinux_2_28_aarch64 --platform manylinux2014_aarch64 --python-version "$version" \
        pytest -r "$folder/requirements" >"$folder/log" 2>&1 </dev/null \
        || skipped "the dependencies could not be fetched: $(tail -n 1 "$folder/log")"
    touch "$folder/site/made"
fi

echo "aarch64: $("$python" --version), emulated"
mkdir -p -m 700 "$folder/kernels"
LOGICPUZZLES_CACHE=$folder/kernels PYTHONPATH=$folder/site:$(pwd) PYTHONPYCACHEPREFIX=$folder/pycache PYTHONDONTWRITEBYTECODE='' \
    exec "$python" -m pytest -q -p no:cacheprovider --noconftest "$@"
