/*
 * The yardstick of bench/pacing.ts: a 60 Hz loop on clock_nanosleep(TIMER_ABSTIME), as punctual as this machine lets a
 * process be. Prints its lateness in milliseconds: p50 p99 p99.9 max.
 *
 *   pacing <seconds>
 */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const int64_t PERIOD_NS = 1000000000 / 60;

static int64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static int ascending(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv) {
  int ticks = (argc > 1 ? atoi(argv[1]) : 10) * 60;
  if (ticks <= 0) return 2;
  int64_t *late = malloc(sizeof *late * ticks);
  if (late == NULL) return 1;
  int64_t start = now_ns() + PERIOD_NS / 2;
  for (int i = 0; i < ticks; i++) {
    int64_t due = start + i * PERIOD_NS;
    struct timespec at = {due / 1000000000, due % 1000000000};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, NULL) != 0) {
    }
    late[i] = now_ns() - due;
  }
  qsort(late, ticks, sizeof *late, ascending);
  double shares[] = {0.5, 0.99, 0.999, 1};
  for (int i = 0; i < 4; i++) {
    int rank = (int)(shares[i] * ticks + 0.999999) - 1;
    printf("%.6f%c", late[rank] / 1e6, i == 3 ? '\n' : ' ');
  }
  return 0;
}
