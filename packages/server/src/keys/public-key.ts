/**
 * Reads an Ed25519 public key the ways people have one at hand (spec: POST /keys request bodies): the line of
 * `id_ed25519.pub`, what `openssl pkey -pubout` writes, or the bare 32 bytes as base64. A key of another kind, and a
 * private key above all, is refused with a sentence that says what it is.
 */
import { createPublicKey } from 'node:crypto'
import { decodeBase64, encodeBase64 } from '@arena/protocol/base64'
import { isPublicKey } from '@arena/protocol/ed25519'

export type ParsedPublicKey =
  /** Raw 32 bytes as base64. */
  { readonly ok: true; readonly publicKey: string } | { readonly ok: false; readonly message: string }

const refused = (message: string): ParsedPublicKey => ({ ok: false, message })

export function parsePublicKey(text: string): ParsedPublicKey {
  // As a variable of an environment or a file of settings holds it: in quotes, with the ends of lines spelt out.
  const trimmed = text
    .trim()
    .replace(/^(["'])(.*)\1$/s, '$2')
    .replace(/(?:\\r)?\\n/g, '\n')
    .trim()
  if (/PRIVATE KEY/.test(trimmed))
    return refused('This is a private key. Keep it to yourself; the public half is needed.')
  const raw = trimmed.startsWith('-----')
    ? readPem(trimmed)
    : /\s/.test(trimmed)
      ? readOpenSsh(trimmed)
      : decodeBase64(trimmed)
  if (typeof raw === 'string') return refused(raw)
  if (raw?.length !== 32)
    return refused('Not an OpenSSH public key line, a PEM public key block, or 32 bytes as base64.')
  const publicKey = encodeBase64(raw)
  return isPublicKey(publicKey) ? { ok: true, publicKey } : refused('These 32 bytes are not an Ed25519 public key.')
}

/** Its lines may have become one, or have blanks before them. */
const PEM = /^-----BEGIN ([A-Z0-9 ]+)-----(.*?)-----END \1-----$/s
/** Characters of a line of base64 (RFC 7468). */
const LINE = /.{1,64}/g

/** The bytes, or what is wrong. */
function readPem(text: string): Uint8Array | string {
  const [, label, content = ''] = PEM.exec(text) ?? []
  if (label === undefined) return 'This PEM block is cut off: its last line is -----END PUBLIC KEY-----.'
  const lines = content.replace(/\s/g, '').match(LINE) ?? []
  try {
    const key = createPublicKey({
      key: [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`].join('\n'),
      format: 'pem',
    })
    if (key.asymmetricKeyType !== 'ed25519') return `This is an ${key.asymmetricKeyType} key; an Ed25519 key is needed.`
    // SPKI of Ed25519 (RFC 8410) ends with the 32 bytes.
    return key.export({ format: 'der', type: 'spki' }).subarray(-32)
  } catch {
    return 'This PEM block does not hold a public key.'
  }
}

const SSH_KIND = 'ssh-ed25519'

/**
 * RFC 8709, big-endian:
 *
 *   offset  type       field
 *   0       u32        11
 *   4       bytes(11)  "ssh-ed25519"
 *   15      u32        32
 *   19      bytes(32)  the key
 */
const SSH_HEAD = Buffer.concat([
  Buffer.from([0, 0, 0, SSH_KIND.length]),
  Buffer.from(SSH_KIND),
  Buffer.from([0, 0, 0, 32]),
])

function readOpenSsh(text: string): Uint8Array | string {
  const [kind, data] = text.split(/\s+/, 2) as [string, string]
  if (kind !== SSH_KIND) {
    return /^(ssh|ecdsa|sk)-/.test(kind)
      ? `This is an ${kind} key; an ${SSH_KIND} key is needed.`
      : `An OpenSSH public key line begins with ${SSH_KIND}.`
  }
  const blob = decodeBase64(data)
  const isWhole = blob?.length === SSH_HEAD.length + 32 && SSH_HEAD.equals(blob.subarray(0, SSH_HEAD.length))
  return isWhole ? blob.subarray(SSH_HEAD.length) : 'This OpenSSH public key line is damaged.'
}
