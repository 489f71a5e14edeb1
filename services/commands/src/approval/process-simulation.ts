import type { z } from 'zod';
import { applicationStream, type ApplicationDraft } from '@jwxt/contracts/approval/application.events.ts';
import { applicationStreams, type ApplicationState } from '@jwxt/contracts/approval/application.state.ts';
import {
  isProcess,
  nodeMode,
  processNames,
  scopeRuleNames,
  timeoutAction,
  type ScopeRule,
} from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { levelAbove } from '@jwxt/contracts/approval/approval.rules.ts';
import {
  backNodesOf,
  processDefinition,
  type ProcessDefinition,
  type ProcessNode,
} from '@jwxt/contracts/approval/process-definition.ts';
import type { SimulatedNode, simulateProcess } from '@jwxt/contracts/approval/process-setting.operations.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandServices } from '../kernel/command-route.ts';
import { isRefused, refuse, type Refused } from '../kernel/refusal.ts';
import { loadPlanFacts } from './shared/application-draft.ts';
import { copiedFor, holdersFor, planNodes, reasonToEnter, type PlannedNode } from './shared/node-plan.ts';
import { loadDefinition, loadLimitDays } from './shared/process-version.ts';

type Wanted = z.output<(typeof simulateProcess)['payload']>;
type Simulated = z.output<(typeof simulateProcess)['result']>;
type Running = Exclude<ApplicationState, { phase: 'none' }>;

/** A node of a simulation, before people are named. */
interface Planned extends Pick<PlannedNode, 'node' | 'roleName' | 'scopeUnitName' | 'holders' | 'copied'> {
  readonly entered: boolean;
  readonly reason: string;
  readonly state: SimulatedNode['state'];
}

/** What is simulated: by which definition, at which nodes, and who may not decide, with the reason. */
interface Simulation extends Pick<Simulated, 'version' | 'title'> {
  readonly definition: ProcessDefinition;
  readonly nodes: readonly Planned[];
  readonly excluded: ReadonlyMap<string, string>;
}

/**
 * Who would decide an application, and why: nodes, units and holders are found as for a submission. Nothing is written.
 */
export async function simulate(wanted: Wanted, services: CommandServices): Promise<Simulated | Refused> {
  const simulation = wanted.applyId
    ? await ofApplication(wanted.applyId, services)
    : await ofPossible(wanted, services.pool);
  if (isRefused(simulation)) return simulation;
  const { definition, nodes, excluded } = simulation;
  const names = nodes.flatMap(({ holders, copied }) =>
    [...holders, ...copied.flatMap((role) => role.holders)].map(({ userName }) => userName),
  );
  const asked = nodes.flatMap(({ node, entered }) => (entered ? [node] : []));
  const [people, limitDays] = await Promise.all([peopleOf(services.pool, names), loadLimitDays(services.pool)]);
  return {
    processNo: definition.processNo,
    processName: definition.processName,
    version: simulation.version,
    title: simulation.title,
    nodes: nodes.map(({ node, holders, copied, roleName, scopeUnitName, entered, reason, state }) => ({
      processNodeId: node.processNodeId,
      processNodeName: node.processNodeName,
      roleName,
      scopeRuleName: scopeRuleNames[node.scopeRule],
      scopeUnitName,
      entered,
      nodeMode: node.nodeMode ?? nodeMode.any,
      reason,
      state,
      holders: holders.map(({ userName }) => ({
        userName,
        name: people.get(userName)?.name ?? userName,
        departmentName: people.get(userName)?.departmentName ?? null,
        excluded: excluded.get(userName) ?? null,
      })),
      backNodeNames: backNodesOf(definition, node).map(({ processNodeName }) => processNodeName),
      copied: copied.map((role) => ({
        roleName: role.roleName,
        names: role.holders.map(({ userName }) => people.get(userName)?.name ?? userName),
      })),
      timeLimitDays: definition.timeLimitDays ?? limitDays,
      timeoutText: timeoutText(definition, node, asked),
    })),
  };
}

/** Who is told once a node takes too long; empty: nobody. */
function timeoutText({ timeoutAction: action }: ProcessDefinition, node: ProcessNode, asked: readonly ProcessNode[]) {
  if (action === undefined) return '';
  const above = action === timeoutAction.report ? levelAbove(asked, node) : null;
  return `提醒审批人${above ? `，并上报${'name' in above ? above.name : above.processNodeName}` : ''}`;
}

/** An application as it runs: units and passed-over nodes as they were frozen, people as they are today. */
async function ofApplication(applyId: string, services: CommandServices): Promise<Simulation | Refused> {
  const { state } = await services.handler.read(applicationStream(applyId), applicationStreams);
  if (state.phase === 'none') return refuse('APPROVAL_NOT_FOUND');
  const { draft } = state;
  const { process, applicant, applyTime } = draft;
  const definition = await loadDefinition(services.pool, process.processNo, process.processVersion);
  if (!definition) return refuse('APPROVAL_PROCESS_MISSING', { process: process.processName });
  const facts = await loadPlanFacts(services.pool, definition);
  const at = state.phase === 'inApproval' ? process.nodes.indexOf(state.node) : process.nodes.length;
  return {
    definition,
    version: process.processVersion,
    title: `${applicant.name} ${toDateTimeText(applyTime)} 提交`,
    excluded: excludedOf(draft),
    nodes: process.nodes.flatMap(
      ({ processNodeId, roleName, scopeUnit, scopeUnitName, skipped, skipReason }, index) => {
        const node = definition.nodes.find((one) => one.processNodeId === processNodeId);
        if (!node) return [];
        const mine = assigneeAt(state, processNodeId);
        const holders = holdersFor(node.roleCode, scopeUnit, facts);
        return {
          node,
          roleName,
          scopeUnitName,
          entered: !skipped,
          reason:
            skipReason ?? (mine ? `${mine.byName}已转办给${mine.name}，由其单独审批` : enteredBecause(node.conditions)),
          state: index < at ? ('done' as const) : index === at ? ('current' as const) : ('ahead' as const),
          holders: mine ? holders.filter(({ userName }) => userName === mine.userName) : holders,
          copied: copiedFor(node, scopeUnit, facts),
        };
      },
    ),
  };
}

function assigneeAt(state: Running, processNodeId: string) {
  return state.phase === 'inApproval' && state.node.processNodeId === processNodeId ? state.assignee : null;
}

const enteredBecause = (conditions: readonly { text: string }[]): string =>
  conditions.length === 0
    ? '每份申请都经过'
    : `提交时达到进入条件（${conditions.map(({ text }) => text).join('，')}之一）`;

function excludedOf({ applicant, enteredBy }: ApplicationDraft): Map<string, string> {
  return new Map([
    ...enteredBy.map((userName) => [userName, '录入了内容，不能审批'] as const),
    [applicant.userName, '是申请人，不能审批'] as const,
  ]);
}

/** An application that somebody could make, for the given units and figures. */
async function ofPossible(wanted: Wanted, db: Queryable): Promise<Simulation | Refused> {
  const { processNo = '', source, figures } = wanted;
  if (!isProcess(processNo)) return refuseField('processNo', '请选择流程');
  const chosen = source === 'draft' ? await loadDraft(db, processNo) : await loadInForce(db, processNo);
  if (!chosen)
    return source === 'draft'
      ? refuse('PROCESS_NO_DRAFT', { process: processNames[processNo] })
      : refuse('APPROVAL_PROCESS_MISSING', { process: processNames[processNo] });
  const units = await unitsOf(wanted, db);
  if (isRefused(units)) return units;
  const { definition, version } = chosen;
  const lacking = definition.nodes.find(({ scopeRule }) => scopeRule !== 'XX' && !units[scopeRule]);
  if (lacking) return refuseField(`units.${lacking.scopeRule}`, `请选择${scopeRuleNames[lacking.scopeRule]}`);
  const facts = await loadPlanFacts(db, definition);
  return {
    definition,
    version,
    title: source === 'draft' ? '按草稿模拟' : '按已发布的版本模拟',
    excluded: new Map(wanted.userName ? [[wanted.userName, '是申请人，不能审批']] : []),
    nodes: planNodes(units, figures, facts).map((planned) => ({
      ...planned,
      entered: planned.skipReason === null,
      reason: planned.skipReason ?? reasonToEnter(planned.node.conditions, figures),
      state: 'ahead' as const,
    })),
  };
}

type Units = Partial<Record<ScopeRule, string>>;

/** Units as they were chosen, and as the applicant and the student have them. */
async function unitsOf({ units, userName, studentNumber }: Wanted, db: Queryable): Promise<Units | Refused> {
  const found: Units = { ...units };
  if (userName) {
    const unit = await unitOf(
      db,
      `select coalesce(teacher.dwh, student.dwh, account.department_id) as dwh from base.user_account account
         left join base.teacher on teacher.gh = account.gh
         left join base.student on student.student_code = account.student_code where account.user_name = $1`,
      userName,
    );
    if (unit === undefined) return refuseField('userName', `没有账号“${userName}”`);
    if (unit !== null) found.SQDW = unit;
  }
  if (studentNumber) {
    const unit = await unitOf(db, 'select dwh from base.student where student_number = $1', studentNumber);
    if (!unit) return refuseField('studentNumber', `没有学号为“${studentNumber}”的学生`);
    found.XSDW = unit;
  }
  return found;
}

async function unitOf(db: Queryable, sql: string, key: string): Promise<string | null | undefined> {
  const { rows } = await db.query<{ dwh: string | null }>(sql, [key]);
  return rows[0]?.dwh;
}

function refuseField(field: string, message: string): Refused {
  return refuse('INVALID_INPUT', {}, { fieldErrors: [{ field, message }] });
}

type Chosen = { readonly definition: ProcessDefinition; readonly version: number | null };

async function loadInForce(db: Queryable, processNo: string): Promise<Chosen | null> {
  const { rows } = await db.query<{ version: number; definition: unknown }>(
    `select version, definition from base.process_definition where process_no = $1 and status = '1'`,
    [processNo],
  );
  return rows[0] ? { version: rows[0].version, definition: processDefinition.parse(rows[0].definition) } : null;
}

async function loadDraft(db: Queryable, processNo: string): Promise<Chosen | null> {
  const { rows } = await db.query<{ definition: unknown }>(
    'select definition from base.process_draft where process_no = $1',
    [processNo],
  );
  return rows[0] ? { version: null, definition: processDefinition.parse(rows[0].definition) } : null;
}

async function peopleOf(
  db: Queryable,
  userNames: readonly string[],
): Promise<Map<string, { name: string; departmentName: string | null }>> {
  const { rows } = await db.query<{ userName: string; name: string; departmentName: string | null }>(
    `select account.user_name as "userName", account.name, department.dwmc as "departmentName"
       from base.user_account account left join base.teacher on teacher.gh = account.gh
         left join base.department on department.dwh = coalesce(teacher.dwh, account.department_id)
      where account.user_name = any($1)`,
    [userNames],
  );
  return new Map(rows.map((row) => [row.userName, row]));
}
