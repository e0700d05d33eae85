/** Clones: fighters that have the animations of another, their model, at a size of their own. */
import { attributesOf } from './fighters.ts'

/** By internal id: Luigi's, Dr. Mario's and so on. */
const MODELS: Readonly<Record<number, number>> = { 11: 10, 17: 0, 20: 6, 21: 0, 22: 1, 23: 12, 25: 2, 26: 18 }

export interface Model {
  readonly internalId: number
  /** How large the clone is beside it. */
  readonly ratio: number
}

export function modelOf(internalId: number): Model | undefined {
  const model = MODELS[internalId]
  if (model === undefined) return undefined
  return { internalId: model, ratio: attributesOf(internalId).modelScaling / attributesOf(model).modelScaling }
}
