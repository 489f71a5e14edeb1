import { describe, expect, it } from 'vitest';
import { businessStatus, businessStatusNames } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { applicationStreams, type ApplicationState } from '@jwxt/contracts/approval/application.state.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { openChangesOf } from '@jwxt/contracts/score/score-sheet.state.ts';
import { sheetStatusNames } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { RequestOutcome } from '@jwxt/contracts/approval/business-request.state.ts';
import { exchangeStudentApply } from '@jwxt/contracts/student-application/kinds/exchange-student-apply.ts';
import {
  studentApplication,
  type StudentApplicationRequest,
} from '@jwxt/contracts/student-application/student-application.events.ts';
import { permissionsOfRole, roles } from '@jwxt/infra/base-data/role.data.ts';
import { by, draft, notPass, pass, recall, reject, story, submit, type Story } from './approval/application.fixture.ts';
import type { ApplicationCommand, ApplicationFacts } from './approval/application.decider.ts';
import { applyChangeDecider, releaseChangeDecider, reserveChangeDecider } from './score/changes/sheet-change.ts';
import { saveDecider } from './score/entry/sheet-save.ts';
import type { SheetDecider } from './score/score-sheet.decider.ts';
import {
  changeFacts,
  now,
  saveFacts,
  setUp,
  studentRefs,
  submitFacts,
  type SheetStory,
} from './score/score-sheet.fixture.ts';
import { forceSubmitDecider } from './score/settings/sheet-force-submit.ts';
import { rollbackDecider } from './score/settings/sheet-rollback.ts';
import { changeSettingsDecider } from './score/settings/sheet-settings-change.ts';
import { approveDecider, reopenDecider } from './score/settings/sheet-settings.ts';
import { office, settingsFacts } from './score/settings/sheet-settings.fixture.ts';
import {
  leavesSubjectFree,
  studentApplicationDecider,
  type StudentApplicationCommand,
  type StudentApplicationState,
} from './student-application/student-application.decider.ts';
import { isRefused } from './kernel/refusal.ts';
import { submitDecider } from './score/submission/sheet-submit.ts';

/** What somebody may do: under which permission, and what it makes of a state; null where it is refused. */
interface Move<S> {
  readonly name: string;
  /** Null: it happens by itself. */
  readonly permission: PermissionCode | null;
  readonly does: (state: S) => S | null;
}

/** Roles that hold a permission from the start; where most do, those that do not. */
const holders = (permission: PermissionCode): string => {
  const named = (holds: boolean): string[] =>
    roles.filter(({ jsbh }) => permissionsOfRole[jsbh].includes(permission) === holds).map(({ jsmc }) => jsmc);
  return named(true).length > named(false).length * 4 ? `除${named(false).join('、')}外` : named(true).join('、');
};

/**
 * Every state that can be reached, by its name, with what leads out of it and who may do it. Moves that lead back into
 * the same state are none.
 */
function waysOut<S>(first: S, nameOf: (state: S) => string, moves: readonly Move<S>[]): Record<string, string[]> {
  const seen = new Map<string, S>([[nameOf(first), first]]);
  const ways: Record<string, string[]> = {};
  for (const [name, state] of seen) {
    ways[name] = moves.flatMap(({ name: move, permission, does }) => {
      const next = does(state);
      if (next === null || nameOf(next) === name) return [];
      if (!seen.has(nameOf(next))) seen.set(nameOf(next), next);
      return permission === null ? [] : [`${move}（${holders(permission)}）→ ${nameOf(next)}`];
    });
  }
  return ways;
}

/** States that nothing leads out of. */
const ends = (ways: Readonly<Record<string, readonly string[]>>): string[] =>
  Object.entries(ways).flatMap(([name, out]) => (out.length === 0 ? [name] : []));

describe('nobody is left in a state without a next action (every reachable state, and who leads out of it)', () => {
  it('a score sheet: set up, entered, in and out of its window, submitted, published, being changed', () => {
    const attempt = <C, F>(
      sheet: SheetStory,
      decider: SheetDecider<C, F>,
      command: C,
      facts: F,
      userName: string,
    ): SheetStory | null =>
      sheet.when(decider, command, facts).refused ? null : sheet.given(decider, command, facts, userName);
    const settings = (end: string) => (sheet: SheetStory) =>
      attempt(
        sheet,
        changeSettingsDecider,
        office({ window: { begin: '2026-11-01T00:00:00.000Z', end }, reason: '调整' }),
        settingsFacts(),
        'office1',
      );
    const submission = ({ state }: SheetStory) => (state.status === '3' ? state.submission : null);
    const reopened = (cause: 'returned' | 'recalled') => (sheet: SheetStory) => {
      const known = submission(sheet);
      if (!known) return null;
      const { applyId, round } = known;
      const command = { applyId, round, cause, opinion: '', byName: '院长', nodeName: null };
      return attempt(sheet, reopenDecider, command, undefined, 'system');
    };
    const change = ({ state }: SheetStory) => (state.status === '0' ? undefined : openChangesOf(state)[0]?.request);
    const moves: readonly Move<SheetStory>[] = [
      {
        name: '录入',
        permission: 'scoreEntry:save',
        does: (sheet) =>
          attempt(
            sheet,
            saveDecider,
            {
              rows: studentRefs.map(({ studentCode }) => ({
                studentCode,
                items: { ps: '80', qm: '80' },
                revision: sheet.revision,
              })),
            },
            saveFacts('teacher1'),
            'teacher1',
          ),
      },
      {
        name: '提交',
        permission: 'scoreEntry:submit',
        does: (sheet) =>
          attempt(
            sheet,
            submitDecider,
            { revision: sheet.revision },
            { ...submitFacts('teacher1'), newApplyId: `A${sheet.revision}` },
            'teacher1',
          ),
      },
      { name: '录入时间结束', permission: null, does: settings('2026-11-19T00:00:00.000Z') },
      { name: '延长录入时间', permission: 'examSet:timeSet', does: settings('2026-12-30T00:00:00.000Z') },
      {
        name: '代为提交',
        permission: 'examSet:forceSubmit',
        does: (sheet) =>
          attempt(
            sheet,
            forceSubmitDecider,
            { reason: '教师出差' },
            { ...submitFacts('office1'), newApplyId: `F${sheet.revision}` },
            'office1',
          ),
      },
      {
        name: '审批通过',
        permission: 'system:approve',
        does: (sheet) => {
          const known = submission(sheet);
          if (!known) return null;
          const command = { applyId: known.applyId, round: known.round, contentHash: known.hash };
          return attempt(sheet, approveDecider, command, undefined, 'system');
        },
      },
      { name: '审批退回', permission: 'system:approve', does: reopened('returned') },
      { name: '撤回', permission: 'scoreEntry:submit', does: reopened('recalled') },
      {
        name: '退回录入',
        permission: 'examSet:rollback',
        does: (sheet) => {
          const known = submission(sheet);
          const application = known && { applyId: known.applyId, round: known.round };
          return attempt(
            sheet,
            rollbackDecider,
            { reason: '录错', byName: '李老师', application },
            undefined,
            'office1',
          );
        },
      },
      {
        name: '申请更改',
        permission: 'scoreChange:apply',
        does: (sheet) =>
          attempt(
            sheet,
            reserveChangeDecider,
            { reason: '更正', rows: [{ studentCode: 'S1', items: { qm: { before: '80.0', after: '85' } } }] },
            changeFacts('teacher1', { newApplyId: `C${sheet.revision}` }),
            'teacher1',
          ),
      },
      {
        name: '代为申请更改备注',
        permission: 'scoreChange:applyFor',
        does: (sheet) =>
          sheet.state.status !== '3'
            ? null
            : attempt(
                sheet,
                reserveChangeDecider,
                {
                  reason: '考场记录',
                  rows: [{ studentCode: 'S1', items: {}, scoreRemarkCode: { before: '00', after: '04' } }],
                  onBehalf: true,
                },
                changeFacts('office1', { newApplyId: `C${sheet.revision}` }),
                'office1',
              ),
      },
      {
        name: '更改通过',
        permission: 'system:approve',
        does: (sheet) => {
          const request = change(sheet);
          return request ? attempt(sheet, applyChangeDecider, request, undefined, 'system') : null;
        },
      },
      {
        name: '更改不通过',
        permission: 'system:approve',
        does: (sheet) => {
          const request = change(sheet);
          const command = request && { applyId: request.applyId, outcome: 'notPassed' as const };
          return command ? attempt(sheet, releaseChangeDecider, command, undefined, 'system') : null;
        },
      },
    ];
    const nameOf = ({ state }: SheetStory): string => {
      const over = (state.status === '1' || state.status === '2') && state.window.end < now ? '，录入时间已过' : '';
      const changing = state.status !== '0' && openChangesOf(state).length > 0 ? '，更改审批中' : '';
      return `${sheetStatusNames[state.status]}${over}${changing}`;
    };
    const ways = waysOut(setUp(), nameOf, moves);
    expect(ends(ways)).toEqual([]);
    expect(ways).toMatchInlineSnapshot(`
      {
        "审核中": [
          "审批通过（教务处管理员、院系教务员、院系审核人、教务处审核人、辅导员）→ 已审核",
          "审批退回（教务处管理员、院系教务员、院系审核人、教务处审核人、辅导员）→ 录入中",
          "撤回（任课教师）→ 录入中",
          "退回录入（教务处管理员）→ 录入中",
          "代为申请更改备注（教务处管理员、院系教务员）→ 审核中，更改审批中",
        ],
        "审核中，更改审批中": [
          "审批通过（教务处管理员、院系教务员、院系审核人、教务处审核人、辅导员）→ 已审核，更改审批中",
          "审批退回（教务处管理员、院系教务员、院系审核人、教务处审核人、辅导员）→ 录入中，更改审批中",
          "撤回（任课教师）→ 录入中，更改审批中",
          "退回录入（教务处管理员）→ 录入中，更改审批中",
          "更改不通过（教务处管理员、院系教务员、院系审核人、教务处审核人、辅导员）→ 审核中",
        ],
        "已审核": [
          "退回录入（教务处管理员）→ 录入中",
          "申请更改（任课教师）→ 已审核，更改审批中",
        ],
        "已审核，更改审批中": [
          "更改通过（教务处管理员、院系教务员、院系审核人、教务处审核人、辅导员）→ 已审核",
          "更改不通过（教务处管理员、院系教务员、院系审核人、教务处审核人、辅导员）→ 已审核",
        ],
        "已设置": [
          "录入（任课教师）→ 录入中",
        ],
        "已设置，录入时间已过": [
          "延长录入时间（教务处管理员、院系教务员）→ 已设置",
        ],
        "录入中": [
          "提交（任课教师）→ 审核中",
        ],
        "录入中，录入时间已过": [
          "延长录入时间（教务处管理员、院系教务员）→ 录入中",
          "代为提交（教务处管理员）→ 审核中",
        ],
        "录入中，录入时间已过，更改审批中": [
          "延长录入时间（教务处管理员、院系教务员）→ 录入中，更改审批中",
          "代为提交（教务处管理员）→ 审核中，更改审批中",
          "更改通过（教务处管理员、院系教务员、院系审核人、教务处审核人、辅导员）→ 录入中，录入时间已过",
          "更改不通过（教务处管理员、院系教务员、院系审核人、教务处审核人、辅导员）→ 录入中，录入时间已过",
        ],
        "录入中，更改审批中": [
          "提交（任课教师）→ 审核中，更改审批中",
          "更改通过（教务处管理员、院系教务员、院系审核人、教务处审核人、辅导员）→ 录入中",
          "更改不通过（教务处管理员、院系教务员、院系审核人、教务处审核人、辅导员）→ 录入中",
        ],
      }
    `);
  });

  it('an application, wherever it stands: an end is followed by what it asked for, or by a new application', () => {
    const first = draft();
    const tried = (before: Story, command: ApplicationCommand, who?: ApplicationFacts): Story | null =>
      before.when(command, who).refused ? null : before.given(command, who);
    const moves: readonly Move<Story>[] = [
      {
        name: '送审',
        permission: 'scoreEntry:submit',
        does: (before) => {
          const round = before.state.phase === 'none' ? 1 : before.state.draft.round + 1;
          return tried(before, submit({ ...first, round }), by('teacher1', false));
        },
      },
      { name: '通过', permission: 'system:approve', does: (before) => tried(before, pass(before.revision)) },
      { name: '不通过', permission: 'system:approve', does: (before) => tried(before, notPass(before.revision)) },
      {
        name: '退回申请人',
        permission: 'system:approve',
        does: (before) => tried(before, reject(before.revision, '0')),
      },
      {
        name: '退回节点2',
        permission: 'system:approve',
        does: (before) => tried(before, reject(before.revision, 'P-2')),
      },
      {
        name: '撤回',
        permission: 'systemApprove:query',
        does: (before) => tried(before, recall, by('teacher1', false)),
      },
    ];
    const nameOf = ({ state }: Story): string => {
      const at: ApplicationState = state;
      if (at.phase === 'none') return '未送审';
      const node = at.phase === 'inApproval' ? ` · ${at.node.processNodeName}` : '';
      return `${businessStatusNames[at.status]}${node}`;
    };
    expect(applicationStreams.initial.phase).toBe('none');
    const ways = waysOut(story(), nameOf, moves);
    expect(ends(ways)).toEqual([businessStatusNames[businessStatus.passed]]);
    expect(ways).toMatchInlineSnapshot(`
      {
        "审核中 · 节点2": [
          "通过（教务处管理员、院系教务员、院系审核人、教务处审核人、辅导员）→ 审核中 · 节点3",
          "退回申请人（教务处管理员、院系教务员、院系审核人、教务处审核人、辅导员）→ 已退回",
          "撤回（除学生、数据保护专员外）→ 已撤回",
        ],
        "审核中 · 节点3": [
          "通过（教务处管理员、院系教务员、院系审核人、教务处审核人、辅导员）→ 通过",
          "退回申请人（教务处管理员、院系教务员、院系审核人、教务处审核人、辅导员）→ 已退回",
          "退回节点2（教务处管理员、院系教务员、院系审核人、教务处审核人、辅导员）→ 驳回待审 · 节点2",
        ],
        "已撤回": [
          "送审（任课教师）→ 待审核 · 节点1",
        ],
        "已退回": [
          "送审（任课教师）→ 待审核 · 节点1",
        ],
        "待审核 · 节点1": [
          "通过（教务处管理员、院系教务员、院系审核人、教务处审核人、辅导员）→ 审核中 · 节点2",
          "退回申请人（教务处管理员、院系教务员、院系审核人、教务处审核人、辅导员）→ 已退回",
          "撤回（除学生、数据保护专员外）→ 已撤回",
        ],
        "未送审": [
          "送审（任课教师）→ 待审核 · 节点1",
        ],
        "通过": [],
        "驳回待审 · 节点2": [
          "通过（教务处管理员、院系教务员、院系审核人、教务处审核人、辅导员）→ 审核中 · 节点3",
          "退回申请人（教务处管理员、院系教务员、院系审核人、教务处审核人、辅导员）→ 已退回",
        ],
      }
    `);
  });

  it('what a student asks for: in force until it is taken back, and asked for anew when it came to nothing', () => {
    type Asked = StudentApplicationState;
    const request = (round: number) => ({
      applyId: 'A1',
      studentCode: 'S1',
      processNo: 'JHSSQ',
      application: { round },
    });
    const context = { revision: 0, time: now, userName: 'office1', name: '李老师' };
    const round = (state: Asked) => (state.status === 'none' ? 0 : state.request.application.round);
    const tried = (state: Asked, command: StudentApplicationCommand): Asked | null => {
      const decided = studentApplicationDecider.decide(state, command, undefined);
      return isRefused(decided) || decided.length === 0
        ? null
        : decided.reduce<Asked>((before, event) => studentApplication.streams.evolve(before, event, context), state);
    };
    const closing = (outcome: RequestOutcome) => (state: Asked) =>
      tried(state, { type: 'close', outcome, opinion: '' });
    const kind = exchangeStudentApply.permissions;
    const moves: readonly Move<Asked>[] = [
      {
        name: '送审',
        permission: kind.apply,
        does: (state) =>
          tried(state, { type: 'open', request: request(round(state) + 1) as StudentApplicationRequest }),
      },
      { name: '通过', permission: 'system:approve', does: closing('effected') },
      {
        name: '通过时已不能生效',
        permission: 'system:approve',
        does: (state) => tried(state, { type: 'clash', why: '' }),
      },
      { name: '退回', permission: 'system:approve', does: closing('returned') },
      { name: '不通过', permission: 'system:approve', does: closing('notPassed') },
      { name: '撤回', permission: kind.apply, does: closing('recalled') },
      { name: '撤销', permission: kind.revoke, does: (state) => tried(state, { type: 'revoke', reason: '' }) },
    ];
    const ways = waysOut<Asked>({ status: 'none' }, ({ status }) => status, moves);
    // From these a new application leads on: they leave its subject to it.
    expect(ends(ways)).toEqual(['clashed', 'notPassed', 'revoked']);
    for (const status of ['clashed', 'notPassed', 'revoked'] as const)
      expect(leavesSubjectFree({ status } as Asked), status).toBe(true);
    expect(ways).toMatchInlineSnapshot(`
      {
        "clashed": [],
        "effected": [
          "撤销（教务处管理员）→ revoked",
        ],
        "none": [
          "送审（教务处管理员、院系教务员、学生）→ requested",
        ],
        "notPassed": [],
        "recalled": [
          "送审（教务处管理员、院系教务员、学生）→ requested",
        ],
        "requested": [
          "通过（教务处管理员、院系教务员、院系审核人、教务处审核人、辅导员）→ effected",
          "通过时已不能生效（教务处管理员、院系教务员、院系审核人、教务处审核人、辅导员）→ clashed",
          "退回（教务处管理员、院系教务员、院系审核人、教务处审核人、辅导员）→ returned",
          "不通过（教务处管理员、院系教务员、院系审核人、教务处审核人、辅导员）→ notPassed",
          "撤回（教务处管理员、院系教务员、学生）→ recalled",
        ],
        "returned": [
          "送审（教务处管理员、院系教务员、学生）→ requested",
        ],
        "revoked": [],
      }
    `);
  });
});
