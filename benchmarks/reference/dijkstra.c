/* What every state of a sliding puzzle costs, where a piece costs its number: Dijkstra with buckets, plainly in C, over
   ranks of permutations.   dijkstra ROWS COLS   Prints seconds and the largest cost. */
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

typedef struct { char *states; long size, room; } Bucket;

static void push(Bucket *bucket, const char *state) {
    if (bucket->size == bucket->room) {
        bucket->room = bucket->room ? 2 * bucket->room : 1024;
        bucket->states = realloc(bucket->states, bucket->room * n);
    }
    memcpy(bucket->states + n * bucket->size++, state, n);
}

int main(int argc, char **argv) {
    rows = atoi(argv[1]), cols = atoi(argv[2]), n = rows * cols;
    factorial[0] = 1;
    for (int i = 1; i < 16; i++) factorial[i] = factorial[i - 1] * i;
    clock_t began = clock();
    int *best = malloc(factorial[n] * sizeof *best), largest = 0, empty = 0;
    memset(best, 127, factorial[n] * sizeof *best);
    Bucket *buckets = calloc(n, sizeof *buckets); /* by cost modulo n: no move costs n or more */
    char state[16];
    for (int i = 0; i < n; i++) state[i] = (i + 1) % n;
    best[rank(state)] = 0;
    push(buckets, state);
    for (int cost = 0; empty < n; cost++) {
        Bucket *bucket = buckets + cost % n;
        empty = bucket->size ? 0 : empty + 1;
        for (long at = 0; at < bucket->size; at++) {
            memcpy(state, bucket->states + n * at, n);
            if (best[rank(state)] < cost) continue;
            largest = cost;
            int blank = 0;
            while (state[blank]) blank++;
            int row = blank / cols, col = blank % cols;
            for (int way = 0; way < 4; way++) {
                int r = row + (way == 0) - (way == 1), c = col + (way == 2) - (way == 3);
                if (r < 0 || r >= rows || c < 0 || c >= cols) continue;
                int from = r * cols + c, now = cost + state[from];
                state[blank] = state[from], state[from] = 0;
                long number = rank(state);
                if (now < best[number]) best[number] = now, push(buckets + now % n, state);
                state[from] = state[blank], state[blank] = 0;
            }
        }
        bucket->size = 0;
    }
    printf("%.9f %d\n", (double)(clock() - began) / CLOCKS_PER_SEC, largest);
    return 0;
}
