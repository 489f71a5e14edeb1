import type { saveScopes } from '@jwxt/contracts/data-scope/data-scope.command.ts';
import { functionNode, nodesAbove, nodesBelow } from '@jwxt/contracts/kernel/function-tree.ts';
import type { FieldError } from '@jwxt/contracts/kernel/envelope.ts';
import { ALL_ROWS, macrosOf } from '@jwxt/contracts/kernel/node-scopes.ts';
import { dimensionCodes, scopeDimensions, type Dimension } from '@jwxt/contracts/kernel/scope.vocabulary.ts';
import { scopeSources } from '@jwxt/contracts/kernel/scope-source.vocabulary.ts';
import { dimensionTable } from '@jwxt/contracts/student-functions.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { z } from 'zod';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';

type Payload = z.output<typeof saveScopes.payload>;
interface StoredScope {
  readonly jsbh: string;
  readonly qxbh: string;
  readonly sjqxbh: string;
  readonly fwz: string;
}

/**
 * Saves the scope of a user group at a function (PERM-33 to 35). What was saved for functions below is overwritten: it
 * goes, so that they have what is saved here until one of them is saved again. A dimension that is not among the rows
 * is not restricted, and says so: what stands further above must not come through. No rows at all give the function
 * back to what stands above it.
 */
export async function saveScopesOf(
  client: PoolClient,
  context: CommandContext,
  { yhzbh, permissionIds, listDto, version }: Payload,
): Promise<{ overwritten: number } | Refused> {
  const [node = ''] = permissionIds;
  const below = nodesBelow(node);
  if (
    functionNode(node) === undefined ||
    below.length !== new Set(permissionIds).size ||
    below.some((each) => !permissionIds.includes(each)) ||
    listDto.some((row) => row.yhzbh !== yhzbh || row.qxbh !== node)
  )
    return refuse('SCOPE_NODES');
  const group = await client.query('select from base.role where jsbh = $1 for update', [yhzbh]);
  if (group.rowCount === 0) return refuse('SCOPE_GROUP_UNKNOWN');
  const { rows: seen } = await client.query<{ version: string }>('select base.scope_version($1) as version', [yhzbh]);
  if (seen[0]?.version !== version) return refuse('SCOPE_CHANGED');
  const fieldErrors = await wrongValues(client, listDto, await dimensionsAt(client, yhzbh, node));
  if (fieldErrors.length > 0) return refuse('INVALID_INPUT', {}, { fieldErrors });
  const values = new Map(listDto.map(({ sjqxbh, fwz }) => [sjqxbh, tidy(fwz)]));
  const { rows: before } = await client.query<StoredScope>(
    'delete from base.role_scope where jsbh = $1 and qxbh = any($2) returning jsbh, qxbh, sjqxbh, fwz',
    [yhzbh, below],
  );
  const after: StoredScope[] =
    values.size === 0
      ? []
      : dimensionCodes.map((sjqxbh) => ({ jsbh: yhzbh, qxbh: node, sjqxbh, fwz: values.get(sjqxbh) ?? ALL_ROWS }));
  await client.query(
    `insert into base.role_scope (jsbh, qxbh, sjqxbh, fwz)
       select jsbh, qxbh, sjqxbh, fwz from jsonb_populate_recordset(null::base.role_scope, $1::jsonb)`,
    [JSON.stringify(after)],
  );
  await log(client, context, before, after);
  return { overwritten: new Set(before.filter(({ qxbh }) => qxbh !== node).map(({ qxbh }) => qxbh)).size };
}

const tidy = (fwz: string): string => [...new Set(fwz.split(',').map((code) => code.trim()))].filter(Boolean).join(',');
const keyOf = ({ jsbh, qxbh, sjqxbh }: StoredScope): string => `${jsbh}/${qxbh}/${sjqxbh}`;

/** Under the name of the reference rows, so that an upgrade sees what the school has changed. */
async function log(
  client: PoolClient,
  context: CommandContext,
  before: readonly StoredScope[],
  after: readonly StoredScope[],
): Promise<void> {
  const was = new Map(before.map((row) => [keyOf(row), row]));
  const is = new Map(after.map((row) => [keyOf(row), row]));
  await logOperations(
    client,
    context,
    'set',
    'roleScope',
    [...new Set([...was.keys(), ...is.keys()])]
      .filter((key) => was.get(key)?.fwz !== is.get(key)?.fwz)
      .map((key) => ({ key, before: was.get(key) ?? null, after: is.get(key) ?? null })),
  );
}

/** A dimension at a function: its name, whether new scopes may name it, and what holds there by now. */
interface DimensionThere {
  readonly name: string;
  readonly open: boolean;
  readonly holds: string;
}

/** At functions about students their own dimensions are asked. */
async function dimensionsAt(
  client: PoolClient,
  yhzbh: string,
  node: string,
): Promise<ReadonlyMap<string, DimensionThere>> {
  const { rows } = await client.query<DimensionThere & { sjqxbh: string }>(
    `select sjqxbh, wdmc as name, sfqy = '1' as open, base.scope_value($1, $2, sjqxbh) as holds
       from base.${dimensionTable(node)}`,
    [yhzbh, nodesAbove(node)],
  );
  return new Map(rows.map(({ sjqxbh, ...there }) => [sjqxbh, there]));
}

async function wrongValues(
  client: PoolClient,
  listDto: Payload['listDto'],
  dimensions: ReadonlyMap<string, DimensionThere>,
): Promise<FieldError[]> {
  const wrong: FieldError[] = [];
  const named = new Set<string>();
  for (const [index, { sjqxbh, fwz }] of listDto.entries()) {
    const say = (message: string): void => void wrong.push({ field: `listDto.${index}.fwz`, message });
    if (!isDimension(sjqxbh)) {
      wrong.push({ field: `listDto.${index}.sjqxbh`, message: '没有这个数据维度' });
      continue;
    }
    const { name, open, holds } = dimensions.get(sjqxbh)!;
    if (named.has(sjqxbh)) say(`${name}只能设置一次`);
    named.add(sjqxbh);
    const value = tidy(fwz);
    // What was saved goes on holding, and may be saved again.
    if (!open && value !== ALL_ROWS && value !== holds) say(`“${name}”已停用，不能新设`);
    if (value === ALL_ROWS || macrosOf[sjqxbh].some((macro) => macro === value)) continue;
    const codes = value.split(',').filter(Boolean);
    if (codes.length === 0) say(`请选择${name}`);
    else if (codes.some((code) => code.startsWith('$') || code === ALL_ROWS)) say(`${name}不能这样设置：${value}`);
    else {
      const { table, key, where } = scopeSources[sjqxbh];
      const { rows } = await client.query<{ code: string }>(
        `select code from unnest($1::text[]) as given (code)
          where not exists (select from base.${table} source where source.${key} = given.code and ${where})`,
        [codes],
      );
      if (rows.length > 0) say(`没有这个${name}：${rows.map(({ code }) => code).join('、')}`);
    }
  }
  return wrong;
}

function isDimension(code: string): code is Dimension {
  return code in scopeDimensions;
}
