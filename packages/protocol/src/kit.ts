/** The packages for bot authors that an arena serves. */
import { z } from 'zod'

const KIT = {
  name: '@arena/kit',
  version: '0.1.0',
  path: '/kit/7e44ded2297526a2/arena-kit.tgz',
  bytes: 2_385_546,
  sha256: '7e44ded2297526a2abfaa810e9fa918dcc402a7e7e6c3218e41c59e94f8317fb',
  integrity: 'sha512-ZjxoTwtXI9csYp7CuL5u8Phnw85rwyCBqLgBYvIq4Mu6jbnSaoI8CrY95uYTTQ9uYYxm+06uDdaUJnmJWmzD1w==',
}
const SDK = {
  name: '@arena/sdk',
  version: '0.1.0',
  path: '/kit/07d85498d3a208ce/arena-sdk.tgz',
  bytes: 1_183_701,
  sha256: '07d85498d3a208ce72975e75b61b068f831f7c76253d1db2e2e14bc2458eafd1',
  integrity: 'sha512-aZnzxaRvhW0U1KREgCHEChvZ3SKIO88wbS0X/VZn0jSwteU71SwzX/g6yE0s23BZ9p5Wbn24HTi2dulvjkUPUA==',
}

export const KitPackage = z
  .object({
    name: z.string().meta({ description: 'Its name in a project that has installed it.' }),
    version: z.string().meta({ description: 'The version of the arena.' }),
    path: z
      .string()
      .meta({ description: 'Where it is, below the arena’s address. The file at this path never changes.' }),
    bytes: z.int().positive().meta({ description: 'Its size.' }),
    sha256: z.string().meta({ description: 'SHA-256 of the file, in hexadecimal.' }),
    integrity: z.string().meta({ description: 'The same as npm writes it into lock files: SHA-512 in base64.' }),
  })
  .meta({
    id: 'KitPackage',
    description: 'A package that npm installs by its address.',
    examples: [KIT],
  })
export type KitPackage = z.infer<typeof KitPackage>

export const Kit = z
  .object({
    kit: KitPackage.meta({ description: 'The program `arena-kit`; at `/kit/arena-kit.tgz` in its newest version.' }),
    sdk: KitPackage.meta({ description: 'The SDK; at `/kit/arena-sdk.tgz` in its newest version.' }),
  })
  .meta({
    id: 'Kit',
    description: 'Answer of `GET /kit`: what `npx` and `npm install` take from this arena.',
    examples: [{ kit: KIT, sdk: SDK }],
  })
export type Kit = z.infer<typeof Kit>
