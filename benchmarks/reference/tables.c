/* The additive pattern database of a group of pieces of a sliding puzzle, plainly in C, by breadth first:
   tables ROWS COLS PIECE...   the piece p belongs on cell p - 1, the blank on the last one.
   A placement of the k pieces is packed with a base of n cells; the cells of the blank that were met are bits.
   Prints seconds and the placements met. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int n, k, power[9];
static uint32_t around[32];
static uint8_t *least;
static uint32_t *met, *fresh, *later;

static uint32_t flood(uint32_t seen, uint32_t free) {
    for (;;) {
        uint32_t more = seen;
        for (uint32_t left = seen; left; left &= left - 1) more |= around[__builtin_ctz(left)] & free;
        if (more == seen) return seen;
        seen = more;
    }
}

int main(int argc, char **argv) {
    int rows = atoi(argv[1]), cols = atoi(argv[2]), size = 1, goal = 0;
    n = rows * cols, k = argc - 3;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (abs(i / cols - j / cols) + abs(i % cols - j % cols) == 1) around[i] |= 1u << j;
    uint32_t everywhere = n == 32 ? ~0u : (1u << n) - 1, occupied = 0;
    for (int i = 0; i < k; i++, size *= n) {
        int cell = atoi(argv[3 + i]) - 1;
        power[i] = size, goal += cell * size, occupied |= 1u << cell;
    }
    clock_t begun = clock();
    least = malloc(size), memset(least, 255, size);
    met = calloc(size, 4), fresh = calloc(size, 4), later = calloc(size, 4);
    int *queue = malloc(sizeof(int) * (size_t)size), *next = malloc(sizeof(int) * (size_t)size);
    long long count = 1, n_queue = 1;
    queue[0] = goal, least[goal] = 0;
    met[goal] = later[goal] = flood(1u << (n - 1), everywhere & ~occupied);
    for (int depth = 0; n_queue; depth++) {
        long long n_next = 0;
        uint32_t *swap = fresh;
        fresh = later, later = swap;
        for (long long q = 0; q < n_queue; q++) {
            int place = queue[q], at[8];
            uint32_t regions = fresh[place], taken = 0;
            fresh[place] = 0;
            for (int i = 0, rest = place; i < k; i++, rest /= n) taken |= 1u << (at[i] = rest % n);
            for (int i = 0; i < k; i++)
                for (uint32_t into = around[at[i]] & regions; into; into &= into - 1) {
                    int to = __builtin_ctz(into), other = place + (to - at[i]) * power[i];
                    if (met[other] >> at[i] & 1) continue;
                    uint32_t free = everywhere & ~(taken ^ 1u << at[i] ^ 1u << to);
                    uint32_t region = flood(1u << at[i], free) & ~met[other];
                    if (least[other] == 255) least[other] = depth + 1, count++;
                    if (!later[other]) next[n_next++] = other;
                    met[other] |= region, later[other] |= region;
                }
        }
        int *queues = queue;
        queue = next, next = queues, n_queue = n_next;
    }
    printf("%.6f %lld\n", (double)(clock() - begun) / CLOCKS_PER_SEC, count);
    return 0;
}
