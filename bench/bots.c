/*
 * Every bot of bench/pacing.ts in one process, in C so that little of the machine goes to them: an HTTP server that
 * upgrades to WebSocket, answers the pick, and answers each frame at once with a pad for two frames later. The bots
 * stand there and jump now and then, so that no game ends before its time.
 *
 *   cc -O2 -o bots bench/bots.c && ./bots      prints its port; ends when stdin does
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <netinet/tcp.h>
#include <unistd.h>

enum { FIRST_FRAME = -123, LEAD = 2, JUMP_EVERY = 120, FRAME_START = 0x3a };
enum { TEXT = 1, BINARY = 2, CLOSE = 8, PING = 9, PONG = 10 };
enum { BUFFER = 16384 };

typedef struct {
  int fd, upgraded, length;
  uint8_t bytes[BUFFER];
} Connection;

static uint32_t rotate(uint32_t x, int n) { return x << n | x >> (32 - n); }

/* SHA-1 of at most 110 bytes, for the handshake (RFC 6455, 4.2.2). */
static void sha1(const char *text, uint8_t out[20]) {
  uint8_t padded[128] = {0};
  size_t length = strlen(text), blocks = length < 56 ? 1 : 2;
  memcpy(padded, text, length);
  padded[length] = 0x80;
  padded[blocks * 64 - 2] = (uint8_t)(length * 8 >> 8);
  padded[blocks * 64 - 1] = (uint8_t)(length * 8);
  uint32_t h[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
  for (size_t block = 0; block < blocks; block++) {
    uint32_t w[80], a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
    for (int i = 0; i < 16; i++) {
      uint32_t word;
      memcpy(&word, padded + block * 64 + i * 4, 4);
      w[i] = ntohl(word);
    }
    for (int i = 16; i < 80; i++) w[i] = rotate(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    for (int i = 0; i < 80; i++) {
      uint32_t f = i < 20 ? (b & c) | (~b & d) : i >= 40 && i < 60 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d;
      uint32_t k = i < 20 ? 0x5a827999 : i < 40 ? 0x6ed9eba1 : i < 60 ? 0x8f1bbcdc : 0xca62c1d6;
      uint32_t next = rotate(a, 5) + f + e + k + w[i];
      e = d, d = c, c = rotate(b, 30), b = a, a = next;
    }
    h[0] += a, h[1] += b, h[2] += c, h[3] += d, h[4] += e;
  }
  for (int i = 0; i < 20; i++) out[i] = (uint8_t)(h[i / 4] >> (24 - i % 4 * 8));
}

static void base64(const uint8_t in[20], char out[29]) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (int i = 0, o = 0; i < 20; i += 3, o += 4) {
    uint32_t bits = in[i] << 16 | in[i + 1] << 8 | (i + 2 < 20 ? in[i + 2] : 0);
    for (int j = 0; j < 4; j++) out[o + j] = digits[bits >> (18 - 6 * j) & 63];
  }
  out[27] = '=';
  out[28] = 0;
}

static void put(int fd, const void *bytes, size_t length) {
  if (send(fd, bytes, length, MSG_NOSIGNAL) != (ssize_t)length) perror("a bot's message was not sent whole");
}

/* Bots serve, so their messages are not masked. */
static size_t message(uint8_t *into, int opcode, const void *payload, size_t length) {
  into[0] = (uint8_t)(0x80 | opcode);
  into[1] = (uint8_t)length;
  memcpy(into + 2, payload, length);
  return length + 2;
}

static size_t pad(uint8_t *into, int32_t frame) {
  uint16_t buttons = frame % JUMP_EVERY == 0 ? 0x0400 : 0;
  uint8_t bytes[12] = {0, 0, 0, 0, 0, 0, 128, 128, 128, 128, 0, 0};
  memcpy(bytes, &frame, 4);
  memcpy(bytes + 4, &buttons, 2);
  return message(into, BINARY, bytes, sizeof bytes);
}

/* The whole request has to come in one piece, as it does on loopback. */
static int upgrade(Connection *c) {
  c->bytes[c->length] = 0;
  char *text = (char *)c->bytes, *key = strcasestr(text, "sec-websocket-key:"), joined[110], accept[29], answer[200];
  if (strstr(text, "\r\n\r\n") == NULL || key == NULL) return -1;
  uint8_t digest[20];
  key += strlen("sec-websocket-key:");
  key += strspn(key, " ");
  snprintf(joined, sizeof joined, "%.24s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", key);
  sha1(joined, digest);
  base64(digest, accept);
  int length = snprintf(answer, sizeof answer,
                        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        "Sec-WebSocket-Accept: %s\r\n\r\n",
                        accept);
  put(c->fd, answer, (size_t)length);
  c->upgraded = 1;
  c->length = 0;
  return 0;
}

static void answerPick(Connection *c, const char *request) {
  uint8_t out[256];
  char pick[80];
  /* Fox, and Falco against him: port 0 and port 1. */
  int character = strstr(request, "\"port\":0") != NULL ? 2 : 20;
  int length = snprintf(pick, sizeof pick, "{\"id\":0,\"action\":{\"character\":%d,\"costume\":0}}", character);
  size_t at = message(out, TEXT, pick, (size_t)length);
  for (int frame = FIRST_FRAME; frame <= FIRST_FRAME + LEAD; frame++) at += pad(out + at, frame);
  put(c->fd, out, at);
}

static int take(Connection *c, int opcode, uint8_t *payload, size_t length) {
  uint8_t out[256];
  if (opcode == CLOSE) return -1;
  if (opcode == PING && length < 126) put(c->fd, out, message(out, PONG, payload, length));
  if (opcode == TEXT) {
    payload[length] = 0;
    answerPick(c, (char *)payload);
  }
  if (opcode == BINARY && payload[0] == FRAME_START) {
    uint32_t frame;
    memcpy(&frame, payload + 1, 4);
    put(c->fd, out, pad(out, (int32_t)ntohl(frame) + 1 + LEAD));
  }
  return 0;
}

/* Every whole message that has come; -1 when the connection is over. */
static int readMessages(Connection *c) {
  int at = 0;
  for (;;) {
    uint8_t *m = c->bytes + at;
    int left = c->length - at, header = 2;
    if (left < 2) break;
    size_t length = m[1] & 0x7f;
    if (length == 127) return -1;
    if (length == 126) {
      if (left < 4) break;
      length = (size_t)(m[2] << 8 | m[3]);
      header = 4;
    }
    if ((m[1] & 0x80) == 0 || length > BUFFER - 16) return -1;
    if (left < header + 4 + (int)length) break;
    uint8_t *mask = m + header, payload[BUFFER];
    for (size_t i = 0; i < length; i++) payload[i] = mask[4 + i] ^ mask[i & 3];
    if (take(c, m[0] & 0x0f, payload, length) < 0) return -1;
    at += header + 4 + (int)length;
  }
  memmove(c->bytes, c->bytes + at, (size_t)(c->length - at));
  c->length -= at;
  return 0;
}

static int readable(Connection *c) {
  ssize_t count = read(c->fd, c->bytes + c->length, BUFFER - 1 - (size_t)c->length);
  if (count <= 0) return -1;
  c->length += (int)count;
  return c->upgraded ? readMessages(c) : upgrade(c);
}

int main(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof address;
  int server = socket(AF_INET, SOCK_STREAM, 0), epoll = epoll_create1(0), one = 1;
  if (bind(server, (void *)&address, size) < 0 || listen(server, 512) < 0) return perror("listen"), 1;
  getsockname(server, (void *)&address, &size);
  printf("%d\n", ntohs(address.sin_port));
  fflush(stdout);
  struct epoll_event event = {.events = EPOLLIN}, events[64];
  event.data.ptr = NULL;
  epoll_ctl(epoll, EPOLL_CTL_ADD, server, &event);
  event.data.ptr = stdin;
  epoll_ctl(epoll, EPOLL_CTL_ADD, STDIN_FILENO, &event);
  for (;;) {
    int count = epoll_wait(epoll, events, 64, -1);
    for (int i = 0; i < count; i++) {
      Connection *c = events[i].data.ptr;
      if ((void *)c == stdin) return 0;
      if (c == NULL) {
        c = calloc(1, sizeof *c);
        c->fd = accept(server, NULL, NULL);
        setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        event.data.ptr = c;
        epoll_ctl(epoll, EPOLL_CTL_ADD, c->fd, &event);
      } else if (readable(c) < 0) {
        close(c->fd);
        free(c);
      }
    }
  }
}
