// Runs tests in Pyodide: node tests/in_pyodide.mjs PYODIDE SITE_PACKAGES TEST...
// PYODIDE is the folder of the npm package, SITE_PACKAGES that of an environment with the dependencies: of these only
// what is written in Python is imported. Exits as pytest does.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, site, ...tests] = process.argv.slice(2);
const program = `
import os, sys
sys.path += ["/project", "/site"]
sys.dont_write_bytecode = True
os.chdir("/project")
import pytest
int(pytest.main(["-q", "-p", "no:cacheprovider", "--noconftest", *tests]))
`;
try {
  const { loadPyodide } = await import(pathToFileURL(resolve(pyodide, "pyodide.mjs")));
  const python = await loadPyodide({ env: { HOME: "/home", PYTEST_DISABLE_PLUGIN_AUTOLOAD: "1" } });
  for (const [folder, root] of [["/project", process.cwd()], ["/site", resolve(site)]]) {
    python.FS.mkdir(folder);
    python.FS.mount(python.FS.filesystems.NODEFS, { root }, folder);
  }
  python.globals.set("tests", python.toPy(tests));
  process.exit(python.runPython(program));
} catch (error) {
  console.error(String(error)); // not as Node shows it: with a line of 1 MB
  process.exit(1);
}
