import pg from 'pg';
import { sqlState } from '@jwxt/infra/runtime/sql-state.ts';

/** A rule of the tables that a statement broke: which, and at what column and value where PostgreSQL says so. */
export interface BrokenRule {
  readonly kind: 'missingReference' | 'stillReferenced' | 'duplicate' | 'empty' | 'notAllowed';
  readonly column: string;
  readonly value: string;
  readonly constraint: string;
}

const kinds: Readonly<Record<string, BrokenRule['kind']>> = {
  [sqlState.duplicate]: 'duplicate',
  [sqlState.emptyValue]: 'empty',
  [sqlState.valueNotAllowed]: 'notAllowed',
};

/** Reads an error of the database; null for any that no rule of the tables gave. */
export function brokenRule(error: unknown): BrokenRule | null {
  if (!(error instanceof pg.DatabaseError)) return null;
  const [, column = '', value = ''] = /^Key \(([^)]*)\)=\((.*?)\)/.exec(error.detail ?? '') ?? [];
  const referenced = error.detail?.includes('is still referenced') ? 'stillReferenced' : 'missingReference';
  const kind = error.code === sqlState.missingReference ? referenced : kinds[error.code ?? ''];
  return kind === undefined
    ? null
    : { kind, column: kind === 'empty' ? (error.column ?? '') : column, value, constraint: error.constraint ?? '' };
}
