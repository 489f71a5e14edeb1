import { dimensionCodes, type Dimension } from '@jwxt/contracts/kernel/scope.vocabulary.ts';
import { scopeSources } from '@jwxt/contracts/kernel/scope-source.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { containing } from '../kernel/sql-params.ts';

interface Choice {
  readonly code: string;
  readonly name: string;
}
interface SavedScope {
  readonly yhzbh: string;
  readonly qxbh: string;
  readonly sjqxbh: string;
  readonly fwz: string;
}

/** Roles as user groups. */
export async function readGroups(db: Queryable): Promise<{ yhzbh: string; yhzmc: string }[]> {
  return (
    await db.query<{ yhzbh: string; yhzmc: string }>('select jsbh as yhzbh, jsmc as yhzmc from base.role order by jsbh')
  ).rows;
}

/** What is saved of a user group; null when there is none. */
export async function readGroupScopes(db: Queryable, yhzbh: string) {
  const [group, scopes, held] = await Promise.all([
    db.query<{ version: string }>('select base.scope_version(jsbh) as version from base.role where jsbh = $1', [yhzbh]),
    db.query<SavedScope>(
      'select jsbh as yhzbh, qxbh, sjqxbh, fwz from base.role_scope where jsbh = $1 order by qxbh, sjqxbh',
      [yhzbh],
    ),
    db.query<{ qxbh: string }>('select qxbh from base.role_permission where jsbh = $1 order by qxbh', [yhzbh]),
  ]);
  const version = group.rows[0]?.version;
  if (version === undefined) return null;
  const listDto = scopes.rows;
  const named = await Promise.all(
    dimensionCodes.map(async (sjqxbh) => {
      const codes = listDto.filter((row) => row.sjqxbh === sjqxbh).flatMap(({ fwz }) => codesIn(fwz));
      return [...(await namesOf(db, sjqxbh, codes))].map(([code, name]) => ({ sjqxbh, code, name }));
    }),
  );
  return { yhzbh, version, held: held.rows.map(({ qxbh }) => qxbh), listDto, names: named.flat() };
}

/** The codes of a value, which may be a macro instead. */
export function codesIn(fwz: string): string[] {
  return fwz.split(',').filter((code) => code !== '*' && !code.startsWith('$'));
}

/** Names of codes of a dimension. */
export async function namesOf(
  db: Queryable,
  dimension: Dimension,
  codes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (codes.length === 0) return new Map();
  const { table, key, name, where } = scopeSources[dimension];
  const { rows } = await db.query<Choice>(
    `select source.${key} as code, source.${name} as name from base.${table} source
      where source.${key} = any($1) and ${where}`,
    [[...new Set(codes)]],
  );
  return new Map(rows.map((row) => [row.code, row.name]));
}

/** Values of a dimension by part of their code or name: classes are many, so no more than 200 of them. */
export async function listScopeValues(db: Queryable, dimension: Dimension, keyword: string): Promise<Choice[]> {
  const { table, key, name, where } = scopeSources[dimension];
  const { rows } = await db.query<Choice>(
    `select source.${key} as code, source.${name} as name from base.${table} source
      where ${where} and (source.${key} ilike $1 or source.${name} ilike $1) order by source.${key} limit 200`,
    [containing(keyword)],
  );
  return rows;
}
