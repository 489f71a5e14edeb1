import type { explainScope } from '@jwxt/contracts/data-scope/data-scope.operations.ts';
import { scopeSubjectNames, type ScopeSubject } from '@jwxt/contracts/data-scope/scope-subject.vocabulary.ts';
import type { InputOf, OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { functionNode } from '@jwxt/contracts/kernel/function-tree.ts';
import { ALL_ROWS, nodeName, scopeAt, valueText, type NamedDimension } from '@jwxt/contracts/kernel/node-scopes.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { dimensionTable } from '@jwxt/contracts/student-functions.ts';
import { readDimensionChoices } from '../kernel/dimension-names.ts';
import type { SignedInCall } from '../kernel/handler.ts';
import type { Principal, RoleGrant } from '../kernel/principal.ts';
import { Refused } from '../kernel/refused.ts';
import { valuesOf } from '../kernel/scope.ts';
import { codesIn, namesOf } from './data-scope.read.ts';
import { findSubject, type SubjectRow } from './scope-subject.read.ts';

type Explained = OutputOf<typeof explainScope>;
type ExplainedRole = Explained['roles'][number];
type ExplainedDimension = ExplainedRole['dimensions'][number];

/**
 * Why a person sees a row under a permission, or does not: each role, the node its scope is from, each dimension. What
 * was handed on to the person is named with its giver.
 */
export async function explain(
  { userName, qxbh, subject, key }: InputOf<typeof explainScope>,
  { services }: SignedInCall,
): Promise<Explained> {
  const person = await services.principals.get(userName);
  if (!person) throw new Refused('SCOPE_PERSON_UNKNOWN');
  const keys = subject === 'application' ? await services.queueKeys.of(person) : [];
  const row = await findSubject(services.db, person, subject, key, keys);
  if (!row) throw new Refused('SCOPE_ROW_UNKNOWN');
  const dimensions = await readDimensionChoices(services.db, dimensionTable(qxbh));
  const asked = { db: services.db, qxbh, dimensions };
  const roles: ExplainedRole[] = [];
  for (const role of person.roles) roles.push(await explainRole(asked, person, role, row));
  for (const role of person.lent) {
    const giver = role.lentBy ?? person;
    const theirs = await findSubject(services.db, giver, subject, key, []);
    if (!role.permissions.has(qxbh) || !theirs) continue;
    const told = await explainRole(asked, giver, role, theirs);
    roles.push({ ...told, jsbh: `${giver.userName}/${role.code}`, jsmc: `${role.name}（${giver.name}转授）` });
  }
  const seen = row.always || roles.some((role) => role.seen);
  return {
    seen,
    person: `${person.name}（${person.userName}）`,
    row: `${scopeSubjectNames[subject].name} ${row.title}`,
    conclusion: conclusionOf(seen, row, roles, qxbh, subject),
    roles,
  };
}

interface Asked {
  readonly db: Queryable;
  readonly qxbh: string;
  readonly dimensions: readonly NamedDimension[];
}

async function explainRole(
  { db, qxbh, dimensions: named }: Asked,
  person: Principal,
  role: RoleGrant,
  row: SubjectRow,
): Promise<ExplainedRole> {
  const holds = role.permissions.has(qxbh);
  const { node, values } = scopeAt(role.scopes, qxbh);
  const dimensions: ExplainedDimension[] = [];
  for (const dimension of named) {
    const { sjqxbh } = dimension;
    const fwz = values.get(sjqxbh);
    // Unrestricted, or the row has no such dimension and it does not apply; what is one's own applies to all rows.
    if (fwz === undefined || fwz === ALL_ROWS || (fwz !== '$SELF' && !(sjqxbh in row.values))) continue;
    dimensions.push(await explainDimension(db, person, row, dimension, fwz));
  }
  return {
    jsbh: role.code,
    jsmc: role.name,
    node: node === null ? '未设置' : nodeName(node),
    holds,
    seen: holds && dimensions.every(({ passed }) => passed),
    dimensions,
  };
}

async function explainDimension(
  db: Queryable,
  person: Principal,
  row: SubjectRow,
  { sjqxbh, wdmc: name }: NamedDimension,
  fwz: string,
): Promise<ExplainedDimension> {
  if (fwz === '$SELF')
    return { sjqxbh, name, allowed: valueText(fwz), value: row.own ? '是本人的' : '不是本人的', passed: row.own };
  const value = row.values[sjqxbh] ?? null;
  const allowed = valuesOf(person, fwz);
  const names = await namesOf(db, sjqxbh, [...allowed, ...codesIn(fwz), ...(value === null ? [] : [value])]);
  const called = (code: string): string => names.get(code) ?? code;
  const listed = allowed.length === 0 ? '没有' : allowed.slice(0, 10).map(called).join('、');
  return {
    sjqxbh,
    name,
    allowed: fwz.startsWith('$') ? `${valueText(fwz)}（${listed}${allowed.length > 10 ? '等' : ''}）` : listed,
    value: value === null ? '未填写' : called(value),
    passed: value !== null && allowed.includes(value),
  };
}

function conclusionOf(
  seen: boolean,
  row: SubjectRow,
  roles: readonly ExplainedRole[],
  qxbh: string,
  subject: ScopeSubject,
): string {
  const action = functionNode(qxbh)?.qxmc ?? qxbh;
  const lets = roles.find((role) => role.seen);
  if (lets)
    return `能看到：角色“${lets.jsmc}”有“${action}”权限，${
      lets.dimensions.length === 0
        ? '范围不限'
        : lets.dimensions.map(({ name, allowed, value }) => `${name}范围（${allowed}）包含“${value}”`).join('，')
    }。范围设在“${lets.node}”。`;
  if (seen) return `能看到：${row.alwaysBecause}。`;
  if (roles.length === 0) return '看不到：没有任何角色。';
  const because = roles.map(({ jsmc, holds, node, dimensions }) =>
    holds
      ? `角色“${jsmc}”设在“${node}”的范围不包含这条数据：${dimensions
          .filter(({ passed }) => !passed)
          .map(({ name, allowed, value }) => `${name}限${allowed}，${scopeSubjectNames[subject].name}为“${value}”`)
          .join('，')}`
      : `角色“${jsmc}”没有“${action}”权限`,
  );
  return `看不到：${because.join('；')}。`;
}
