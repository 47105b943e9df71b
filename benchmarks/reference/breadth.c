/* Every state of a sliding puzzle, breadth first from the goal, plainly in C: ranks of permutations, a byte a state.
   breadth ROWS COLS   Prints seconds and the number of states. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int rows, cols, n;
static long factorial[16];

static long rank(const char *state) {
    unsigned seen = 0;
    long r = 0;
    for (int i = 0; i < n; i++) {
        int value = state[i];
        r += (value - __builtin_popcount(seen & ((1u << value) - 1))) * factorial[n - 1 - i];
        seen |= 1u << value;
    }
    return r;
}

int main(int argc, char **argv) {
    rows = atoi(argv[1]), cols = atoi(argv[2]), n = rows * cols;
    factorial[0] = 1;
    for (int i = 1; i < 16; i++) factorial[i] = factorial[i - 1] * i;
    clock_t began = clock();
    char *seen = calloc(factorial[n], 1), *queue = malloc(factorial[n] / 2 * n);
    long head = 0, tail = 1;
    for (int i = 0; i < n; i++) queue[i] = (i + 1) % n;
    seen[rank(queue)] = 1;
    for (; head < tail; head++) {
        char state[16];
        memcpy(state, queue + head * n, n);
        int blank = 0;
        while (state[blank]) blank++;
        int row = blank / cols, col = blank % cols;
        for (int way = 0; way < 4; way++) {
            int r = row + (way == 0) - (way == 1), c = col + (way == 2) - (way == 3);
            if (r < 0 || r >= rows || c < 0 || c >= cols) continue;
            int from = r * cols + c;
            state[blank] = state[from], state[from] = 0;
            long number = rank(state);
            if (!seen[number]) seen[number] = 1, memcpy(queue + n * tail++, state, n);
            state[from] = state[blank], state[blank] = 0;
        }
    }
    printf("%.9f %ld\n", (double)(clock() - began) / CLOCKS_PER_SEC, tail);
    return 0;
}
