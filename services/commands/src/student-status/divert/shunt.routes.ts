import { spreadOverClasses } from '@jwxt/contracts/student-status/divert/allocation.rules.ts';
import {
  SHUNT_PROCESS,
  SHUNT_TABLE,
  admitRuleNames,
  admitWay,
  batchStatus,
  scoreBasisNames,
  shuntStatus,
} from '@jwxt/contracts/student-status/divert/divert.vocabulary.ts';
import { shuntStream } from '@jwxt/contracts/student-status/divert/shunt.events.ts';
import {
  adjustShunt,
  assignShuntClasses,
  computeShunt,
  fileVolunteers,
  implementShunt,
  publishShunt,
  submitShunt,
} from '@jwxt/contracts/student-status/divert/shunt.operations.ts';
import { shuntStreams, type Shunt, type ShuntState } from '@jwxt/contracts/student-status/divert/shunt.state.ts';
import type { ApplicationDraft } from '@jwxt/contracts/approval/application.events.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import { applicantOf, buildApplicationDraft } from '../../approval/shared/application-draft.ts';
import { applyOnce } from '../../kernel/applied-command.ts';
import { partOf, type CommandContext } from '../../kernel/command-context.ts';
import { defineRoute, type CommandRoute, type CommandServices } from '../../kernel/command-route.ts';
import { isRefused, refuse, type Refused } from '../../kernel/refusal.ts';
import { recordStatusFacts } from '../shared/status-fact.ts';
import { shuntDecider, whyNotSubmitted, type ShuntCommand, type ShuntFacts } from './shunt.decider.ts';
import { statusAllows } from '@jwxt/contracts/student-status/status.rules.ts';
import { computeList, loadClasses, loadDiversion, type DiversionBatch } from './shunt.facts.ts';
import { keepShunt } from './shunt-rows.ts';
import { fileOwnVolunteers } from './volunteers.ts';

type LoadFacts = (state: ShuntState, batch: DiversionBatch) => Promise<ShuntFacts | Refused> | ShuntFacts | undefined;

/** Asks the list of a batch, and keeps its rows as the stream then says, so that whoever asks next sees it. */
async function onShunt(
  diversionId: string,
  command: ShuntCommand,
  { context, services }: { readonly context: CommandContext; readonly services: CommandServices },
  facts: LoadFacts = () => undefined,
) {
  const batch = await loadDiversion(services.pool, diversionId);
  if (!batch) return refuse('SHUNT_BATCH_GONE');
  const done = await services.handler.execute({
    stream: shuntStream(diversionId),
    decider: shuntDecider,
    command,
    context,
    facts: async (state) => await facts(state, batch),
  });
  if (!isRefused(done)) await keepShunt(services, diversionId);
  return done;
}

const hashOf = (state: ShuntState): string => (state.status === shuntStatus.collecting ? '' : state.listHash);
const mayBeShort: LoadFacts = (_state, { allowShort }) => ({ mayBeShort: allowShort });

/** What may be done with the result of a batch (STUDENT-STATUS-37, 41). */
export const shuntRoutes: readonly CommandRoute[] = [
  defineRoute(fileVolunteers, fileOwnVolunteers),
  defineRoute(computeShunt, async ({ diversionId }, context, services) => {
    const done = await onShunt(diversionId, { type: 'compute' }, { context, services }, async (_state, batch) => {
      if (batch.publishStatus === batchStatus.draft) return refuse('SHUNT_NOT_OPEN');
      if (batch.volunteerEnd.getTime() > new Date(context.time).getTime()) return refuse('SHUNT_STILL_CHOOSING');
      const computed = await computeList(services.pool, batch);
      return computed.places.length === 0 ? refuse('SHUNT_NO_PLACES') : { computed };
    });
    return isRefused(done) ? done : { result: { diversionId, listHash: hashOf(done.state) }, position: done.position };
  }),
  defineRoute(adjustShunt, async ({ diversionId, studentCode, majorOrDirectionKey, reason }, context, services) => {
    const command = { type: 'adjust', studentCode, admitKey: majorOrDirectionKey, reason } as const;
    const done = await onShunt(diversionId, command, { context, services });
    return isRefused(done) ? done : { result: { diversionId, listHash: hashOf(done.state) }, position: done.position };
  }),
  defineRoute(assignShuntClasses, async (asked, context, services) => {
    const { diversionId } = asked;
    const { state } = await services.handler.read(shuntStream(diversionId), shuntStreams);
    if (state.status === shuntStatus.collecting) return refuse('SHUNT_NOT_COMPUTED');
    const classes = await classesFor(state, asked, services);
    if (isRefused(classes)) return classes;
    const done = await onShunt(diversionId, { type: 'assignClasses', classes }, { context, services });
    if (isRefused(done)) return done;
    const there = 'rows' in done.state ? [...done.state.rows.values()] : [];
    const assigned = there.filter(
      ({ admitKey, targetClass }) => admitKey === asked.majorOrDirectionKey && targetClass !== null,
    ).length;
    return { result: { diversionId, assigned }, position: done.position };
  }),
  defineRoute(publishShunt, async ({ diversionId }, context, services) => {
    const done = await onShunt(diversionId, { type: 'publish' }, { context, services }, mayBeShort);
    return isRefused(done) ? done : { result: { diversionId }, position: done.position };
  }),
  defineRoute(submitShunt, async ({ diversionId }, context, services) => {
    const command = { type: 'submit', now: context.time } as const;
    const done = await onShunt(diversionId, command, { context, services }, async (state, batch) => {
      if (state.status === shuntStatus.collecting) return {};
      const facts = { mayBeShort: batch.allowShort };
      if (whyNotSubmitted(state, context.time, facts)) return facts;
      const application = await applicationOf(state, batch, context, services);
      return isRefused(application) ? application : { ...facts, application };
    });
    return isRefused(done) ? done : { result: { diversionId }, position: done.position };
  }),
  defineRoute(implementShunt, async ({ diversionId, effectiveDate }, context, services) => {
    const { state, applied } = await services.handler.read(shuntStream(diversionId), shuntStreams);
    if (state.status === shuntStatus.collecting) return refuse('SHUNT_NOT_COMPUTED');
    // The same command again answers what it did.
    if (state.status !== shuntStatus.passed && !applied.has(context.commandId)) return refuse('SHUNT_NOT_PASSED');
    const batch = await loadDiversion(services.pool, diversionId);
    if (!batch) return refuse('SHUNT_BATCH_GONE');
    const effect = await carryOut(state, batch, effectiveDate, partOf(context, 'facts'), services);
    if (isRefused(effect)) return effect;
    const { changed, leftOut } = effect.result;
    const done = await onShunt(
      diversionId,
      { type: 'implement', done: { effectiveDate, leftOut } },
      { context, services },
    );
    return isRefused(done)
      ? done
      : { result: { diversionId, changed, leftOut: leftOut.length }, position: done.position };
  }),
];

/** Which students of a place come into which class. */
async function classesFor(
  state: Shunt,
  asked: { majorOrDirectionKey: string; bjdm: string | null; studentCodes: readonly string[] },
  { pool }: CommandServices,
): Promise<{ studentCode: string; bjdm: string }[] | Refused> {
  const place = state.places.find(({ key }) => key === asked.majorOrDirectionKey);
  if (!place) return refuse('SHUNT_PLACE_UNKNOWN');
  const classes = await loadClasses(pool, place.gradeMajorId);
  if (classes.length === 0) return refuse('SHUNT_NO_CLASSES', { name: place.name });
  const there = [...state.rows.values()].filter(({ admitKey }) => admitKey === place.key);
  const chosen = new Set(asked.studentCodes);
  const wanted = there
    .filter(({ studentCode, targetClass }) => (chosen.size === 0 ? targetClass === null : chosen.has(studentCode)))
    .map(({ studentCode }) => studentCode);
  if (chosen.size > 0 && wanted.length < chosen.size) return refuse('SHUNT_STUDENT_UNKNOWN');
  const { bjdm } = asked;
  if (bjdm !== null)
    return classes.some((one) => one.bjdm === bjdm)
      ? wanted.map((studentCode) => ({ studentCode, bjdm }))
      : refuse('SHUNT_CLASS_UNKNOWN');
  const coming = new Map<string, number>();
  for (const { targetClass } of there)
    if (targetClass !== null) coming.set(targetClass, (coming.get(targetClass) ?? 0) + 1);
  const filled = classes.map((one) => ({ ...one, rs: one.rs + (coming.get(one.bjdm) ?? 0) }));
  return [...spreadOverClasses(wanted, filled)].map(([studentCode, to]) => ({ studentCode, bjdm: to }));
}

/** What approvers read of a list. */
async function applicationOf(
  state: Shunt,
  { diversionName, gradeMajorName, departmentId, diversionId }: DiversionBatch,
  { actor, time }: CommandContext,
  { pool }: CommandServices,
): Promise<ApplicationDraft | Refused> {
  const rows = [...state.rows.values()];
  const placed = rows.filter(({ admitKey }) => admitKey !== null);
  const adjusted = rows.filter(({ admitWay: way }) => way === admitWay.named);
  return await buildApplicationDraft(pool, {
    processNo: SHUNT_PROCESS,
    ...(state.processVersion === null ? {} : { processVersion: state.processVersion }),
    applyId: state.applyId ?? derivedId(`shunt:${diversionId}:${String(state.refusedNum)}`),
    round: state.round + 1,
    applyTime: time,
    applicant: applicantOf(actor),
    businessId: diversionId,
    businessTable: SHUNT_TABLE,
    scoreType: null,
    teachingClassId: null,
    enteredBy: [actor.userName],
    units: { SQDW: actor.departmentId, KKDW: departmentId },
    figures: {},
    content: {
      title: `${diversionName}：${gradeMajorName}${String(placed.length)}人的分流结果`,
      pieces: [
        { label: '批次', value: diversionName },
        { label: '分流年级专业', value: gradeMajorName },
        {
          label: '录取规则',
          value: `${admitRuleNames[state.rule.admitRule]}，按${scoreBasisNames[state.rule.scoreBasis]}`,
        },
        ...state.places.map(({ key, name, quota }) => ({
          label: name,
          value: `录取${String(placed.filter(({ admitKey }) => admitKey === key).length)}人，接收${String(quota)}人`,
        })),
        { label: '指定', value: adjusted.map(({ studentName, why }) => `${studentName}（${why}）`).join('、') || '无' },
        { label: '未参加', value: state.leftOut.map(({ studentName }) => studentName).join('、') || '无' },
      ],
      differences: [],
    },
    business: { rule: state.rule, places: state.places, rows, leftOut: state.leftOut },
  });
}

interface CarriedOut {
  readonly changed: number;
  readonly leftOut: { studentCode: string; studentName: string; why: string }[];
}

/** Changes major and class of everybody who is still of the main class and in attendance. */
function carryOut(
  state: Shunt,
  { diversionId, sourceGradeMajorId }: DiversionBatch,
  effectiveDate: string,
  context: CommandContext,
  { pool }: CommandServices,
) {
  return applyOnce<CarriedOut>(pool, context, async (client) => {
    const placed = [...state.rows.values()].filter(({ targetClass }) => targetClass !== null);
    const { rows } = await client.query<{ studentCode: string; status: string; gradeMajor: string }>(
      `select student_code as "studentCode", dqztm as status, njzydm as "gradeMajor" from base.student
        where student_code = any($1)`,
      [placed.map(({ studentCode }) => studentCode)],
    );
    const now = new Map(rows.map((row) => [row.studentCode, row]));
    const leftOut = placed.flatMap(({ studentCode, studentName }) => {
      const { status, gradeMajor } = now.get(studentCode) ?? {};
      if (gradeMajor !== sourceGradeMajorId) return [{ studentCode, studentName, why: '已不在分流的年级专业' }];
      return statusAllows(status ?? '', 'changeMajor') ? [] : [{ studentCode, studentName, why: '学籍状态已不是在读' }];
    });
    const left = new Set(leftOut.map(({ studentCode }) => studentCode));
    const changed = placed.filter(({ studentCode }) => !left.has(studentCode));
    await recordStatusFacts(
      client,
      context,
      changed.map(({ studentCode, targetClass }) => ({
        factKey: `shunt:${diversionId}:${studentCode}`,
        studentCode,
        effectiveDate,
        changeType: '23',
        source: 'divert' as const,
        applyId: state.applyId,
        after: { bjdm: targetClass ?? '' },
      })),
    );
    return { changed: changed.length, leftOut };
  });
}
