/* Iterative deepening on a sliding puzzle, plainly in C: the reference for the kernels.
   sliding ROWS COLS BOUND START...   BOUND is 1 for the Manhattan distance, 0 for none.
   Prints seconds and the states looked at. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int rows, cols, n, bound, limit, least;
static int cell[64], neighbours[64][4], n_neighbours[64], far[64][64];
static long long nodes;

static int search(int blank, int before, int depth, int h) {
    for (int k = 0; k < n_neighbours[blank]; k++) {
        int from = neighbours[blank][k];
        if (from == before) continue;
        int piece = cell[from], g = depth + 1;
        int next = h + far[piece][blank] - far[piece][from];
        nodes++;
        if (g + (bound ? next : 0) > limit) {
            if (g + next < least) least = g + next;
            continue;
        }
        if (next == 0) return 1;
        if (g == limit) continue;
        cell[blank] = piece, cell[from] = 0;
        if (search(from, blank, g, next)) return 1;
        cell[from] = piece, cell[blank] = 0;
    }
    return 0;
}

int main(int argc, char **argv) {
    rows = atoi(argv[1]), cols = atoi(argv[2]), bound = atoi(argv[3]), n = rows * cols;
    int h = 0, blank = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int apart = abs(i / cols - j / cols) + abs(i % cols - j % cols);
            if (apart == 1) neighbours[i][n_neighbours[i]++] = j;
            if (j) far[j][i] = abs(i / cols - (j - 1) / cols) + abs(i % cols - (j - 1) % cols);
        }
    for (int i = 0; i < n; i++) {
        cell[i] = atoi(argv[4 + i]);
        if (cell[i]) h += far[cell[i]][i]; else blank = i;
    }
    clock_t began = clock();
    int start[64], start_blank = blank;
    for (int i = 0; i < n; i++) start[i] = cell[i];
    for (limit = bound ? h : 1;; limit = bound ? least : limit + 1) {
        for (int i = 0; i < n; i++) cell[i] = start[i];
        nodes++, least = 1 << 30;
        if (search(start_blank, -1, 0, h)) break;
    }
    printf("%.9f %lld\n", (double)(clock() - began) / CLOCKS_PER_SEC, nodes);
    return 0;
}
