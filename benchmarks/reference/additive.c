/* Deepening on the 15 puzzle with one sum of pattern tables, plainly in C: the reference for bounds that are looked up.
   additive FILE: the number of groups (int32); for each, what every piece adds to its index in every cell
   (int32[16][16], all 0 for the pieces of other groups), its size (int32) and its entries (uint8[size]); the number of
   boards (int32), and the boards (int32[16] each). Prints seconds and the states looked at. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int n_groups, rows[8][16][16], group_of[16], cell[16], neighbours[16][4], n_neighbours[16], where[8];
static unsigned char *entries[8];
static int limit, least;
static long long nodes;

static int search(int blank, int before, int depth, int h) {
    for (int k = 0; k < n_neighbours[blank]; k++) {
        int from = neighbours[blank][k];
        if (from == before) continue;
        int piece = cell[from], g = group_of[piece], old = where[g];
        int now = old + rows[g][piece][blank] - rows[g][piece][from];
        int next = h - entries[g][old] + entries[g][now], made = depth + 1;
        nodes++;
        if (made + next > limit) {
            if (made + next < least) least = made + next;
            continue;
        }
        cell[blank] = piece, cell[from] = 0, where[g] = now;
        int done = next == 0;
        for (int i = 0; done && i < 15; i++) done = cell[i] == i + 1;
        if (done || search(from, blank, made, next)) return 1;
        cell[from] = piece, cell[blank] = 0, where[g] = old;
    }
    return 0;
}

static int number(FILE *file) {
    int n;
    if (fread(&n, sizeof n, 1, file) != 1) exit(1);
    return n;
}

int main(int argc, char **argv) {
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
    if (!file) return 1;
    n_groups = number(file);
    for (int g = 0; g < n_groups; g++) {
        for (int p = 0; p < 16; p++)
            for (int c = 0; c < 16; c++)
                if ((rows[g][p][c] = number(file))) group_of[p] = g;
        int size = number(file);
        entries[g] = malloc(size);
        if (fread(entries[g], 1, size, file) != (size_t)size) return 1;
    }
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 16; j++)
            if (abs(i / 4 - j / 4) + abs(i % 4 - j % 4) == 1) neighbours[i][n_neighbours[i]++] = j;
    int boards = number(file);
    clock_t began = clock();
    while (boards--) {
        int start[16], blank = 0, h = 0;
        for (int i = 0; i < 16; i++) start[i] = number(file);
        for (limit = -1;; limit = least) {
            memset(where, 0, sizeof where);
            memcpy(cell, start, sizeof cell);
            for (int i = 0; i < 16; i++) {
                if (cell[i]) where[group_of[cell[i]]] += rows[group_of[cell[i]]][cell[i]][i];
                else blank = i;
            }
            h = 0;
            for (int g = 0; g < n_groups; g++) h += entries[g][where[g]];
            if (limit < 0) limit = h;
            nodes++, least = 1 << 30;
            if (search(blank, -1, 0, h)) break;
        }
    }
    printf("%.9f %lld\n", (double)(clock() - began) / CLOCKS_PER_SEC, nodes);
    return 0;
}
