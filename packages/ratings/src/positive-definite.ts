/** Linear algebra of one symmetric positive definite matrix, kept row by row in an array of `size * size`. */

/** Thrown where the matrix is not positive definite. */
class NotPositiveDefinite extends Error {
  override readonly name = 'NotPositiveDefinite'
}

export class Cholesky {
  readonly size: number
  /** The logarithm of the determinant of the matrix. */
  readonly logDeterminant: number
  /** L of L Lᵀ. */
  readonly #lower: Float64Array

  /** The matrix is left as it is. */
  constructor(matrix: Float64Array, size: number) {
    this.size = size
    this.#lower = choleskyOf(matrix, size)
    let logarithm = 0
    for (let i = 0; i < size; i++) logarithm += 2 * Math.log(this.#lower[i * size + i]!)
    this.logDeterminant = logarithm
  }

  /** What the matrix turns into the given values. */
  solve(values: Float64Array): Float64Array {
    const { size } = this
    const lower = this.#lower
    const solution = values.slice()
    for (let i = 0; i < size; i++) {
      for (let k = 0; k < i; k++) solution[i]! -= lower[i * size + k]! * solution[k]!
      solution[i]! /= lower[i * size + i]!
    }
    for (let i = size - 1; i >= 0; i--) {
      for (let k = i + 1; k < size; k++) solution[i]! -= lower[k * size + i]! * solution[k]!
      solution[i]! /= lower[i * size + i]!
    }
    return solution
  }

  inverse(): Float64Array {
    const { size } = this
    const lower = this.#lower.slice()
    invertLower(lower, size)
    const inverse = new Float64Array(size * size)
    // The transposed inverse of L times the inverse of L.
    for (let k = 0; k < size; k++) {
      for (let i = 0; i <= k; i++) {
        const own = lower[k * size + i]!
        for (let j = i; j <= k; j++) inverse[i * size + j]! += own * lower[k * size + j]!
      }
    }
    for (let i = 0; i < size; i++) for (let j = 0; j < i; j++) inverse[i * size + j] = inverse[j * size + i]!
    return inverse
  }
}

/** L of L Lᵀ. */
function choleskyOf(matrix: Float64Array, size: number): Float64Array {
  const lower = new Float64Array(size * size)
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * size + j]!
      for (let k = 0; k < j; k++) sum -= lower[i * size + k]! * lower[j * size + k]!
      if (i !== j) lower[i * size + j] = sum / lower[j * size + j]!
      else if (sum > 0) lower[i * size + i] = Math.sqrt(sum)
      else throw new NotPositiveDefinite(`The matrix of ${size} rows is not positive definite in row ${i}.`)
    }
  }
  return lower
}

/** In place. */
function invertLower(lower: Float64Array, size: number): void {
  for (let i = 0; i < size; i++) {
    const diagonal = lower[i * size + i]!
    for (let j = 0; j < i; j++) {
      let sum = 0
      for (let k = j; k < i; k++) sum -= lower[i * size + k]! * lower[k * size + j]!
      lower[i * size + j] = sum / diagonal
    }
    lower[i * size + i] = 1 / diagonal
  }
}
