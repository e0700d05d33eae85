/** Linear algebra of one symmetric positive definite matrix, kept row by row in an array of `size * size`. */

/** Thrown where the matrix is not positive definite. */
class NotPositiveDefinite extends Error {
  override readonly name = 'NotPositiveDefinite'
}

export interface Inverse {
  readonly inverse: Float64Array
  /** The logarithm of the determinant of the matrix, not of the inverse. */
  readonly logDeterminant: number
}

/** By Cholesky's decomposition. The matrix is left as it is. */
export function inverseOf(matrix: Float64Array, size: number): Inverse {
  const lower = choleskyOf(matrix, size)
  let logDeterminant = 0
  for (let i = 0; i < size; i++) logDeterminant += 2 * Math.log(lower[i * size + i]!)
  invertLower(lower, size)
  const inverse = new Float64Array(size * size)
  // The inverse of L Lᵀ is the transposed inverse of L times the inverse of L.
  for (let i = 0; i < size; i++) {
    for (let j = i; j < size; j++) {
      let sum = 0
      for (let k = j; k < size; k++) sum += lower[k * size + i]! * lower[k * size + j]!
      inverse[i * size + j] = sum
      inverse[j * size + i] = sum
    }
  }
  return { inverse, logDeterminant }
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
