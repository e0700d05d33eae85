/**
 * What `deploy/` says of the arena is true of it: every setting that is given to an arena is one, each machine has those that it needs,
 * every metric that is looked at is given, and the time to drain is allowed everywhere. Whether it starts is not tried here.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from '../packages/server/src/config.ts'
import { WAITS } from '../packages/server/src/db/migrate.ts'
import { VARIABLE_NAMES } from '../packages/server/src/config/variables.ts'
import { createTestArena } from '../packages/server/tests/arena/kit.ts'
import type { TestArena } from '../packages/server/tests/arena/kit.ts'

const FOLDER = join(import.meta.dirname, '../deploy')
const SETTINGS: ReadonlySet<string> = new Set(VARIABLE_NAMES)
/** `MatchTiming` ends a match at the latest after so long; then it is written. */
const DRAIN_S = 12 * 60

const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8')
const files = readdirSync(FOLDER, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))

interface ComposeService {
  readonly image?: string
  readonly build?: object
  readonly pull_policy?: string
  readonly secrets?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly networks?: Readonly<Record<string, { readonly aliases?: readonly string[] }>>
  readonly stop_grace_period?: string
  readonly read_only?: boolean
  readonly user?: string
  readonly depends_on?: Readonly<Record<string, object>>
}
const compose = parse(read('compose.yaml'), { merge: true }) as {
  readonly services: Readonly<Record<string, ComposeService>>
  readonly secrets: Readonly<Record<string, { readonly file?: string }>>
  readonly networks: Readonly<
    Record<string, { readonly ipam?: { readonly config: readonly { readonly subnet: string }[] } }>
  >
}
const machines = Object.entries(compose.services).filter(
  ([, { environment }]) => environment?.['ARENA_ROLE'] !== undefined,
)

interface Probe {
  readonly periodSeconds: number
  readonly failureThreshold: number
}
interface Container {
  readonly startupProbe: Probe
  readonly env?: readonly { readonly name: string; readonly value?: string; readonly valueFrom?: object }[]
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[]
  readonly securityContext: unknown
}
interface Manifest {
  readonly kind: string
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> }
  readonly data?: Readonly<Record<string, string>>
  readonly stringData?: Readonly<Record<string, string>>
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly terminationGracePeriodSeconds: number
        readonly containers: readonly Container[]
      }
    }
  }
}
/** In the order in which their command has them. */
const manifests = [
  ...read('kubernetes/arena.yaml')
    .split('\n')[1]!
    .matchAll(/-f (\w+)\.yaml/g),
].flatMap(([, name]) =>
  parseAllDocuments(read(`kubernetes/${name === 'secret' ? 'secret.example' : name}.yaml`)).map(
    (document) => document.toJS() as Manifest,
  ),
)
const pods = manifests.filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet')

const ofImage = Object.fromEntries(
  [.../^ENV (.*)$/m.exec(read('Dockerfile'))![1]!.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name!, value!]),
)

/** What somebody who fills in `env.example` may write. */
const FILLED_IN: Readonly<Record<string, string>> = {
  DOMAIN: 'arena.example.org',
  MAIL: 'smtps://user:password@mail.example.org',
  MAIL_FROM: 'arena@example.org',
  POSTGRES_PASSWORD: 'password',
  S3_KEY_ID: 'key',
  S3_SECRET: 'secret',
  METRICS_TOKEN: '0123456789abcdef',
  MATCHES: '24',
  SECRET: '0123456789abcdef0123456789abcdef',
}
const filledIn = (text: string): string => text.replaceAll(/\$\{(\w+)[^}]*\}/g, (_, name: string) => FILLED_IN[name]!)

/** The environment of a container of the manifests, with its secrets as the example has them. */
function environmentOf({ env = [] }: Container): Record<string, string> {
  const shared = manifests
    .filter(({ metadata: { name } }) => name === 'arena')
    .flatMap(({ data = {}, stringData = {} }) => Object.entries({ ...data, ...stringData }))
  const own: Record<string, string> = {}
  for (const { name, value = '10.1.2.3' } of env) {
    own[name] = value.replaceAll(/\$\((\w+)\)/g, (_, before: string) => own[before]!)
  }
  return { ...ofImage, ...Object.fromEntries(shared), ...own }
}

describe('settings', () => {
  test('no file names a setting ARENA_… that there is not', () => {
    for (const file of files) {
      for (const [name] of readFileSync(file, 'utf8').matchAll(/\bARENA_[A-Z0-9_]+\b/g)) {
        expect(SETTINGS, `${file}: ${name}`).toContain(name)
      }
    }
  })

  test('every variable that compose.yaml, the manifests, the units and the image give to an arena is a setting', () => {
    expect(machines.map(([name]) => name)).toEqual(['web', 'play-1', 'play-2'])
    const given = [
      ...machines.flatMap(([, { environment }]) => Object.keys(environment!)),
      ...manifests
        .filter(({ metadata: { name } }) => name === 'arena')
        .flatMap(({ data = {}, stringData = {} }) => Object.keys({ ...data, ...stringData })),
      ...pods.flatMap(({ spec }) =>
        spec.template.spec.containers.flatMap(({ env = [] }) =>
          env.filter(({ valueFrom }) => valueFrom === undefined).map(({ name }) => name),
        ),
      ),
      ...[...read('systemd/arena.service').matchAll(/^Environment=(\w+)=/gm)].map(([, name]) => name!),
      ...Object.keys(ofImage),
    ]
    expect(given.length).toBeGreaterThan(30)
    expect(given.filter((name) => !SETTINGS.has(name))).toEqual([])
  })

  test('a machine of compose.yaml starts with what it is given, and the others reach it by a name of its own', () => {
    const reached = machines.map(([name, { environment, networks }]) => {
      const given = Object.entries(environment!).map(([variable, value]) => [variable, filledIn(value)] as const)
      const { production, internal } = readConfig({ ...ofImage, ...Object.fromEntries(given) })
      expect([name, production]).toEqual([name, true])
      expect(networks!['back']!.aliases).toEqual([internal.host])
      return `${internal.host}:${internal.port}`
    })
    expect(new Set(reached).size).toBe(machines.length)
  })

  test('machines that play on one host share its cores, each of which bears 25 matches', () => {
    const cores = 2
    const size = { cores, memoryBytes: 16 * 2 ** 30 }
    const most = machines.map(([, { environment }]) => {
      const given = Object.entries(environment!).map(([variable, value]) => [variable, filledIn(value)] as const)
      const { role, maxMatches } = readConfig({ ...ofImage, ...Object.fromEntries(given) }, size)
      return role === 'play' ? maxMatches : 0
    })
    expect(Math.max(...most)).toBeGreaterThan(0)
    expect(most.reduce((sum, of) => sum + of)).toBeLessThanOrEqual(25 * cores)
    expect(read('env.example')).toContain(`\nMATCHES=${Math.max(...most)}\n`)
  })

  test('a pod starts with what it is given, and the others reach it by its address', () => {
    expect(pods.map(({ metadata }) => metadata.name)).toEqual(['web', 'play'])
    for (const { spec } of pods) {
      const [container] = spec.template.spec.containers
      const { production, internal } = readConfig(environmentOf(container!))
      expect([production, internal.host]).toEqual([true, '10.1.2.3'])
      expect(container!.ports).toContainEqual({ name: 'internal', containerPort: internal.port })
    }
  })

  test('all machines sign as one arena, without a file that is copied to each: they have one secret', () => {
    const given = machines.map(([, { environment }]) => environment!['ARENA_SECRET'])
    expect(new Set(given)).toEqual(new Set(['${SECRET:?at least 32 characters}']))
    expect(manifests.find(({ kind }) => kind === 'Secret')!.stringData).toHaveProperty('ARENA_SECRET')
  })

  test('a namespace is there before what goes into it', () => {
    expect(manifests.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['Secret', 'Deployment']))
    expect(manifests[0]).toMatchObject({ kind: 'Namespace', metadata: { name: 'arena' } })
  })

  test('every variable of compose.yaml itself is in env.example, and nothing else is', () => {
    const asked = [...read('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name!)
    const offered = [...read('env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name!)
    expect([...new Set(asked)].toSorted()).toEqual(offered.toSorted())
  })
})

describe('what Docker Compose refuses, or does otherwise than it reads', () => {
  test('one service builds the image, since of several that build one name at once the first build fails', () => {
    const ours = Object.entries(compose.services).filter(([, { image }]) => image === 'bot-arena')
    expect(ours.length).toBeGreaterThan(machines.length)
    const builders = ours.filter(([, { build }]) => build !== undefined).map(([name]) => name)
    expect(builders).toHaveLength(1)
    for (const [name, { depends_on: after = {}, pull_policy: policy }] of ours) {
      if (name === builders[0]) continue
      // So that it is built before, and nobody else's image of that name is taken.
      expect([name, policy]).toEqual([name, 'never'])
      expect(Object.keys(after)).toContain(builders[0])
    }
  })

  test('a secret that is no file cannot be put into a read-only container', () => {
    const given = Object.entries(compose.services).flatMap(([name, { read_only: isReadOnly, secrets = [] }]) =>
      secrets.map((secret) => ({ name, isWritable: isReadOnly !== true, isFile: compose.secrets[secret]!.file })),
    )
    expect(given.length).toBeGreaterThan(0)
    expect(given.filter(({ isWritable, isFile }) => !isWritable && isFile === undefined)).toEqual([])
  })

  test('a name that several networks have is of the one that leads outside, so Caddy asks by a name of the trusted one', () => {
    const [, host] = /reverse_proxy (\S+):8080/.exec(read('caddy/Caddyfile'))!
    const of = Object.entries(compose.services['web']!.networks!).filter(([, network]) =>
      network.aliases?.includes(host!),
    )
    expect(of.map(([name]) => name)).toEqual(['front'])
    const [{ subnet }] = compose.networks['front']!.ipam!.config as [{ subnet: string }]
    expect(compose.services['web']!.environment!['ARENA_TRUST_PROXY']).toBe(subnet)
  })
})

describe('a machine', () => {
  test('is given the time to start while a migration waits for a backup', () => {
    for (const { spec } of pods) {
      const { periodSeconds, failureThreshold } = spec.template.spec.containers[0]!.startupProbe
      expect(periodSeconds * failureThreshold * 1_000).toBeGreaterThan(WAITS.insistMs)
    }
  })

  test('is given the time to drain', () => {
    const minutes = machines.map(([, { stop_grace_period: period }]) => Number(/^(\d+)m$/.exec(period!)![1]))
    const unit = Number(/^TimeoutStopSec=(\d+)min$/m.exec(read('systemd/arena.service'))![1])
    for (const time of [...minutes, unit]) expect(time * 60).toBeGreaterThan(DRAIN_S)
    for (const { spec } of pods) expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(DRAIN_S + 10)
    expect(read('systemd/arena.service')).toContain('KillMode=mixed')
  })

  test('runs as no root, and writes only to its data', () => {
    for (const [, { read_only: isReadOnly, user }] of machines) expect([isReadOnly, user]).toEqual([true, undefined])
    expect(read('Dockerfile')).toMatch(/^USER 1000:1000$/m)
    for (const { spec } of pods) {
      for (const { securityContext } of spec.template.spec.containers) {
        expect(securityContext).toMatchObject({ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true })
      }
    }
  })

  test('of several for the web is the same for a visitor, so that a page and its scripts are of one build', () => {
    const ingress = manifests.find(({ kind }) => kind === 'Ingress')
    const by = ingress?.metadata.annotations?.['nginx.ingress.kubernetes.io/upstream-hash-by']
    expect(by).toBe('$remote_addr')
  })

  test('starts the program that a build has', () => {
    const program = 'build/current/packages/server/dist/main.js'
    expect(read('Dockerfile')).toContain(`ENTRYPOINT ["node", "${program}"]`)
    expect(read('systemd/arena.service')).toContain(`ExecStart=/usr/bin/node ${program}\n`)
  })
})

describe('metrics', () => {
  let arena: TestArena
  let given: Set<string>
  beforeAll(async () => {
    arena = await createTestArena()
    const text = await (await fetch(`${arena.url}/metrics`)).text()
    const families = [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)].map(([, name, type]) => [name!, type!] as const)
    given = new Set(
      families.flatMap(([name, type]) => [name, ...(type === 'histogram' ? [`${name}_bucket`, `${name}_sum`] : [])]),
    )
  })
  afterAll(() => arena[Symbol.asyncDispose]())

  test.each(['grafana/arena.json', 'prometheus/alerts.yml'])('%s names only metrics that an arena gives', (file) => {
    const text = read(file)
    const named = new Set([...text.matchAll(/\b(?:arena|process|nodejs)_[a-z0-9_]+\b/g)].map(([name]) => name))
    expect(named.size).toBeGreaterThan(5)
    expect([...named].filter((name) => !given.has(name))).toEqual([])
  })

  test('a series of one machine is told from those of the others, whichever machine was asked for it', async () => {
    const ofArena = new Set((await arena.parts.metrics.ofArena()).map(({ name }) => name))
    const { panels } = JSON.parse(read('grafana/arena.json')) as {
      panels: { targets: { expr: string; legendFormat?: string }[] }[]
    }
    const { groups } = parse(read('prometheus/alerts.yml')) as {
      groups: { rules: { expr: string; annotations: { summary: string } }[] }[]
    }
    const rules = groups.flatMap((group) => group.rules)
    const targets = panels.flatMap((panel) => panel.targets)
    const selectors = targets.flatMap(({ expr }) => [...expr.matchAll(/\b(\w+)\{([^}]*)\}/g)])
    expect(selectors.length).toBeGreaterThan(20)
    for (const [selector, name, labels] of selectors) {
      expect([selector, labels!.includes('machine=~"$machine"')]).toEqual([selector, !ofArena.has(name!)])
    }
    for (const text of [...targets, ...rules].flatMap(({ expr }) => expr.match(/by \(instance[^)]*\)/g) ?? [])) {
      expect(text).toContain('machine')
    }
    const told = [
      ...targets.map(({ legendFormat = '' }) => legendFormat),
      ...rules.map((rule) => rule.annotations.summary),
    ]
    // But for the alert that there is no answer at all.
    const nameless = told.filter((text) => text.includes('instance') && !text.includes('machine'))
    expect(nameless).toEqual(['{{ $labels.instance }} does not answer.'])
  })

  test('every panel of the dashboard has its place and asks something', () => {
    const { panels } = JSON.parse(read('grafana/arena.json')) as {
      panels: { gridPos: { x: number; y: number; w: number }; targets: { expr: string }[] }[]
    }
    const places = panels.map(({ gridPos: { x, y } }) => `${x},${y}`)
    expect(new Set(places).size).toBe(panels.length)
    for (const { gridPos, targets } of panels) {
      expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24)
      for (const { expr } of targets) expect(expr).not.toBe('')
    }
  })
})
