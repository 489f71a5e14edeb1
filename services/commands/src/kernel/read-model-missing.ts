import { sqlState } from '@jwxt/infra/runtime/sql-state.ts';

/** Whether a statement failed because a read model has not been built yet, as right after the first start. */
export function isReadModelMissing(error: unknown): boolean {
  const code = codeOf(error);
  return code === sqlState.unknownTable || code === sqlState.unknownSchema;
}

/**
 * Whether a statement over read models alone came before their rebuild: none is there yet, or one still has the columns
 * of the former version, as in the first minutes of an upgrade. Only for statements that a test carries out: a column
 * that exists in no version says the same.
 */
export function isReadModelNotYet(error: unknown): boolean {
  return isReadModelMissing(error) || codeOf(error) === sqlState.unknownColumn;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null;
}
