/** The packages for bot authors that an arena serves. */
import { z } from 'zod'

const KIT = {
  name: '@arena/kit',
  version: '1.0.0',
  path: '/kit/7e44ded2297526a2/arena-kit.tgz',
  bytes: 2_385_546,
  sha256: '7e44ded2297526a2abfaa810e9fa918dcc402a7e7e6c3218e41c59e94f8317fb',
  integrity: 'sha512-ZjxoTwtXI9csYp7CuL5u8Phnw85rwyCBqLgBYvIq4Mu6jbnSaoI8CrY95uYTTQ9uYYxm+06uDdaUJnmJWmzD1w==',
}
const SDK = {
  name: '@arena/sdk',
  version: '1.0.0',
  path: '/kit/07d85498d3a208ce/arena-sdk.tgz',
  bytes: 1_183_701,
  sha256: '07d85498d3a208ce72975e75b61b068f831f7c76253d1db2e2e14bc2458eafd1',
  integrity: 'sha512-aZnzxaRvhW0U1KREgCHEChvZ3SKIO88wbS0X/VZn0jSwteU71SwzX/g6yE0s23BZ9p5Wbn24HTi2dulvjkUPUA==',
}

const PYTHON = {
  name: 'bot-arena',
  version: '1.0.0',
  path: '/kit/5d0f61c0e1b0a9c3/bot_arena-1.0.0-py3-none-any.whl',
  bytes: 61_204,
  sha256: '5d0f61c0e1b0a9c3f1f0f8d1c3a4ac7e2cba31f5b7d2ee1ae1c1ab6a64b40c3d',
  integrity: 'sha512-6zP0mJkq8bW0yFf4oGz3b4e3m1Vq7cCkq0m5D3s9vU8nq2o2cWm8n2m9Yd0y7bG5a8aS2o3f5z1y0w9v8u7t6g==',
}

export const KitPackage = z
  .object({
    name: z.string().meta({ description: 'Its name where it is installed.' }),
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
    description: 'A package that npm or pip installs by its address.',
    examples: [KIT],
  })
export type KitPackage = z.infer<typeof KitPackage>

export const Kit = z
  .object({
    kit: KitPackage.meta({ description: 'The program `arena-kit`; at `/kit/arena-kit.tgz` in its newest version.' }),
    sdk: KitPackage.meta({ description: 'The SDK; at `/kit/arena-sdk.tgz` in its newest version.' }),
    python: KitPackage.meta({
      description: 'The Python distribution, a wheel that `pip install` takes by its address.',
    }),
  })
  .meta({
    id: 'Kit',
    description: 'Answer of `GET /kit`: what `npx`, `npm install` and `pip install` take from this arena.',
    examples: [{ kit: KIT, sdk: SDK, python: PYTHON }],
  })
export type Kit = z.infer<typeof Kit>
