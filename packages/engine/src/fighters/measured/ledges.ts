/** How fighters hang at a ledge: the swing as they catch it and how they sway, measured on public recordings; by internal id. */
import { modelOf } from '../../tables/clones.ts'
import { attributesOf } from '../../tables/fighters.ts'

/** Distance from the place of hanging on the frames of CliffCatch: away from the stage and up, in pairs. */
const SWINGS: Readonly<Record<number, readonly number[]>> = {
  1: [2.7759, 0.9253, 2.4975, 0.8325, 2.0953, 0.6984, 1.62, 0.54, 1.1222, 0.3741, 0.6525, 0.2175, 0.2616, 0.0872],
  2: [3.4542, 2.9815, 3.103, 2.5917, 2.5357, 1.963, 1.8898, 1.2665, 1.2872, 0.73, 0.6863, 0.0834, 0.0366, -1.0481],
  3: [3.8411, 6.3151, 3.5243, 5.4653, 3.0392, 4.556, 2.4404, 3.6125, 1.7825, 2.6599, 1.1201, 1.7234, 0.5077, 0.8284],
  4: [1.1005, 0.7948, 0.6332, 0.3615, 0.1943, 0.0924],
  7: [3.6422, 1.214, 2.3625, 0.7875, 0.9515, 0.3171, 0, 0, -0.2953, -0.0984, -0.2625, -0.0875, -0.0984, -0.0328],
  9: [5.5524, 2.8075, 4.5333, 1.9509, 3.3273, 0.9949, 2.3373, 0.3257, 1.6356, 0.063, 1.0189, -0.0046, 0.4771, 0.0115],
  13: [3.5988, 4.6306, 3.2802, 4.2771, 2.7656, 3.7067, 2.1796, 3.0748, 1.6329, 2.5882, 1.0878, 2.0015, 0.4983, 0.975],
  14: [
    4.578, 4.3261, 2.8667, 1.0582, 1.5627, -0.7014, 0.9666, -0.6284, 0.526, -0.4545, 0.2276, -0.2469, 0.0582, -0.0729,
  ],
  15: [1.1891, 1.2634, 0.8301, 0.9137, 0.4406, 0.4963, 0.1281, 0.1466],
  16: [2.43, 2.95, 2.08, 2.9, 1.58, 2.8, 0.57, 2.56, -0.2, 2.24, 0, 1.78, 0.2, 1.03],
  17: [
    10.4332, 8.0872, 7.8551, 3.9856, 3.7293, 1.4839, 0.3551, 0.2356, -0.4359, 0.1153, -0.4747, 0.0446, -0.1874, 0.0106,
  ],
  18: [
    3.6575, 3.0494, 2.2036, 1.5234, 0.8983, 0.1003, -0.0098, 0.018, -0.4581, -0.0313, -0.5703, -0.0495, -0.3782,
    -0.0383,
  ],
  19: [6.08, 3.08, 4.97, 2.14, 3.65, 1.09, 2.56, 0.36, 1.7, 0.07, 0.87, 0, 0.25, 0.02],
  20: [5.58, 5.62, 4.92, 4.96, 3.99, 4.02, 2.92, 2.94, 1.84, 1.86, 0.91, 0.91, 0.25, 0.25],
  24: [6.1788, 8.9629, 6.1788, 8.9629, 6.1788, 8.9629, 6.1788, 8.9629, 6.1788, 8.9629, 0.0015, 0, 0.0015, 0],
}
/** Who swings as somebody else does, by size: Mario, Dr. Mario, Ness and the Ice Climbers (128 recorded catches) as Luigi. */
const SWINGS_AS: Readonly<Record<number, number>> = { 0: 17, 6: 20, 8: 17, 10: 17, 11: 17, 21: 17 }
const USUAL_SWING = 1

export function ledgeSwingOf(internalId: number): Float32Array {
  const own = SWINGS[internalId]
  if (own) return Float32Array.from(own)
  const clone = SWINGS_AS[internalId] ?? modelOf(internalId)?.internalId ?? USUAL_SWING
  const model = SWINGS[clone] ? clone : USUAL_SWING
  const scale = attributesOf(internalId).modelScaling / attributesOf(model).modelScaling
  return Float32Array.from(SWINGS[model]!, (value) => value * scale)
}

/** Heights above the usual place of hanging by counter of CliffWait; all others hang still. */
const MARTH_SWAY = Float32Array.from([
  0, -0.0017, -0.0037, -0.0058, -0.0079, -0.01, -0.0119, -0.0135, -0.0148, -0.0156, -0.0159, -0.0156, -0.0145, -0.0126,
  -0.0098, -0.0059, -0.001, 0.0052, 0.0127, 0.0215, 0.0319, 0.0439, 0.0575, 0.073, 0.0903, 0.1096, 0.1283, 0.1439,
  0.1566, 0.1666, 0.174, 0.1789, 0.1817, 0.1823, 0.181, 0.178, 0.1733, 0.1672, 0.1599, 0.1515, 0.1421, 0.132, 0.1213,
  0.1101, 0.0986, 0.0871, 0.0756, 0.0643, 0.0534, 0.0431, 0.0335, 0.0247, 0.017, 0.0105, 0.0054, 0.0019,
])
const SWAYS: ReadonlyMap<number, Float32Array> = new Map([
  [18, MARTH_SWAY],
  [26, MARTH_SWAY],
])

export function ledgeSwayOf(internalId: number, animationFrame: number): number {
  return SWAYS.get(internalId)?.[animationFrame] ?? 0
}
