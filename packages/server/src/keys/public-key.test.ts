import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parsePublicKey } from './public-key.ts'

// RFC 8032 section 7.1, test 3, in three spellings.
const RAW = '/FHNjmIYoaONpH7QAjDwWAgW7RO6MwOsXeuRFUiQgCU='
const SSH = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPxRzY5iGKGjjaR+0AIw8FgIFu0TujMDrF3rkRVIkIAl'
const PEM =
  '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA/FHNjmIYoaONpH7QAjDwWAgW7RO6MwOsXeuRFUiQgCU=\n-----END PUBLIC KEY-----'

/** 32 bytes, of which all but the first are 0. */
const beginningWith = (byte: number) => Buffer.from([byte, ...Array<number>(31).fill(0)]).toString('base64')

const message = (text: string) => {
  const parsed = parsePublicKey(text)
  return parsed.ok ? parsed.publicKey : parsed.message
}

const pem = (kind: 'rsa' | 'x25519' | 'ed25519', half: 'publicKey' | 'privateKey'): string => {
  const pair =
    kind === 'rsa' ? generateKeyPairSync('rsa', { modulusLength: 1024 }) : generateKeyPairSync(kind as 'ed25519')
  return half === 'publicKey'
    ? (pair.publicKey.export({ format: 'pem', type: 'spki' }) as string)
    : (pair.privateKey.export({ format: 'pem', type: 'pkcs8' }) as string)
}

describe('POST /keys request bodies: `publicKey` is an OpenSSH public key line, a PEM public key block, or raw base64', () => {
  test.each([
    ['raw 32 bytes as base64', RAW],
    ['an OpenSSH line', SSH],
    ['an OpenSSH line with a comment', `${SSH} ada@laptop with spaces`],
    ['an OpenSSH line as it stands in its file', `${SSH} ada\n`],
    ['an OpenSSH line between tabs', `\t${SSH.replace(' ', '\t ')}\r\n`],
    ['a PEM block', PEM],
    ['a PEM block as it stands in its file', `${PEM}\n`],
    ['a PEM block with Windows line ends', `${PEM.replaceAll('\n', '\r\n')}\r\n`],
    ['a PEM block whose lines have become one', PEM.replaceAll('\n', ' ')],
    ['a PEM block without any space between its lines', PEM.replaceAll('\n', '')],
    ['a PEM block with \\n spelt out', PEM.replaceAll('\n', '\\n')],
    ['a PEM block with \\r\\n spelt out, and one at its end', `${PEM.replaceAll('\n', '\\r\\n')}\\r\\n`],
    ['a PEM block as a variable in quotes', `"${PEM.replaceAll('\n', '\\n')}"`],
    ['a PEM block that is indented', PEM.replaceAll('\n', '\n    ')],
    ['a PEM block with a byte order mark', `\ufeff${PEM}`],
    ['an OpenSSH line in quotes', `'${SSH} ada'`],
    ['raw base64 with a line end', `${RAW}\n`],
    ['raw base64 with \\n spelt out', `${RAW}\\n`],
  ])('%s is read as the raw 32 bytes', (_name, text) => {
    expect(parsePublicKey(text)).toEqual({ ok: true, publicKey: RAW })
  })

  test('what ssh-keygen writes is read', ({ skip }) => {
    const folder = mkdtempSync(join(tmpdir(), 'arena-ssh-'))
    try {
      const file = join(folder, 'id')
      try {
        execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'ada@laptop', '-f', file])
      } catch {
        skip('there is no ssh-keygen on this machine')
      }
      expect(parsePublicKey(readFileSync(`${file}.pub`, 'utf8')).ok).toBe(true)
      expect(message(readFileSync(file, 'utf8'))).toMatch(/private key/)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test.each([
    ['a private key, of which the public half could be derived', pem('ed25519', 'privateKey'), /private key/],
    ['a PEM block of another kind', pem('rsa', 'publicKey'), /an rsa key; an Ed25519 key is needed/],
    ['the curve’s key agreement sibling', pem('x25519', 'publicKey'), /an x25519 key/],
    ['a PEM block that was cut', PEM.slice(0, 60), /is cut off: its last line is/],
    ['a PEM block of something else', PEM.replace('MCow', 'MCoA'), /does not hold a public key/],
    ['an OpenSSH line of another kind', 'ssh-rsa AAAAB3NzaC1yc2E= ada', /This is an ssh-rsa key/],
    ['an OpenSSH line with options before it', `no-pty ${SSH}`, /begins with ssh-ed25519/],
    ['an OpenSSH line that was cut', SSH.slice(0, -4), /damaged/],
    ['an OpenSSH line whose inside is of another kind', SSH.replace('NzaC1lZDI1', 'NzaC1lZDI2'), /damaged/],
    ['31 bytes', Buffer.alloc(31, 7).toString('base64'), /^Not an OpenSSH/],
    ['33 bytes', Buffer.alloc(33, 7).toString('base64'), /^Not an OpenSSH/],
    ['base64url', RAW.replace('/', '_'), /^Not an OpenSSH/],
    ['base64 without padding', RAW.slice(0, -1), /^Not an OpenSSH/],
    ['hex', Buffer.from(RAW, 'base64').toString('hex'), /^Not an OpenSSH/],
    ['nothing', ' ', /^Not an OpenSSH/],
    ['bytes that are no point of the curve', beginningWith(2), /not an Ed25519/],
    ['the identity, for which anyone can sign', beginningWith(1), /not an Ed25519/],
  ])('%s is refused, and told what is wrong', (_name, text, why) => {
    expect(message(text)).toMatch(why)
  })

  test('whatever else comes is refused without an exception', () => {
    const fragments = fc.constantFrom('ssh-ed25519', ' ', '\n', PEM.slice(0, 26), RAW, SSH, PEM, '=', '\u00e9')
    fc.assert(
      fc.property(fc.array(fc.oneof(fragments, fc.string()), { maxLength: 6 }), (parts) => {
        const parsed = parsePublicKey(parts.join(''))
        expect(parsed.ok ? parsed.publicKey : RAW).toBe(RAW)
      }),
      { seed: 7, numRuns: 300 },
    )
  })
})
