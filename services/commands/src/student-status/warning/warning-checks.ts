import type { z } from 'zod';
import { toStored } from '@jwxt/contracts/kernel/resource-values.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { publishStatus } from '@jwxt/contracts/notice/notice.vocabulary.ts';
import { warningRule } from '@jwxt/contracts/student-status/warning/warning.resource.ts';
import { ruleWords } from '@jwxt/contracts/student-status/warning/warning.rules.ts';
import {
  warningHandling,
  type WarningIndicator,
  type WarningOperator,
} from '@jwxt/contracts/student-status/warning/warning.vocabulary.ts';
import type { publishWarningScheme } from '@jwxt/contracts/student-status/warning/warning-scheme.operations.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import { logOperations } from '../../kernel/operation-log.ts';
import { refuse, type Refused } from '../../kernel/refusal.ts';
import type { ResourceRules } from '../../kernel/resource-routes.ts';
import type { StoredRow } from '../../kernel/resource-rows.ts';

/** A rule says itself in words, with the name of its level. */
async function wordsOfRule(client: PoolClient, values: WireRow): Promise<WireRow> {
  const { rows } = await client.query<{ indicator: WarningIndicator; levelName: string }>(
    `select type.indicator, level.warning_level_name as "levelName"
       from base.status_warning_type type, base.warning_level level
      where type.warning_type_code = $1 and level.warning_level_code = $2`,
    [values['warningTypeCode'], values['warningLevelCode']],
  );
  const [named] = rows;
  if (!named) return { ruleText: '' };
  const { threshold } = warningRule.fields;
  return {
    ruleText: ruleWords(
      {
        indicator: named.indicator,
        operator: values['operator'] as WarningOperator,
        threshold: Number(toStored(threshold, values['threshold'])),
      },
      named.levelName,
    ),
  };
}

/** Rules that name a level follow its name. */
export const warningLevelRules: ResourceRules = {
  uses: [
    { what: '学籍预警', unit: '条', count: usesOf('status_warning_result', 'warning_level_code') },
    { what: '预警规则', unit: '条', count: usesOf('warning_rule', 'warning_level_code') },
  ],
  async stored(client, row) {
    await client.query(
      `update base.warning_rule set rule_text = left(rule_text, position(' → ' in rule_text) + 2) || $2
        where warning_level_code = $1 and rule_text not like '% → ' || $2`,
      [row['warning_level_code'], row['warning_level_name']],
    );
    return [];
  },
};

export const warningTypeRules: ResourceRules = {
  uses: [{ what: '预警规则', unit: '条', count: usesOf('warning_rule', 'warning_type_code') }],
};

export const warningRuleRules: ResourceRules = {
  uses: [
    {
      what: '预警方案',
      unit: '个',
      count: 'select count(*) as n from base.status_warning_scheme where rules ? $1',
    },
  ],
  derive: wordsOfRule,
};

/** A published scheme stays as it is; one that has a list keeps its semester. */
export const warningSchemeRules: ResourceRules = {
  uses: [{ what: '初始名单', unit: '行', count: usesOf('warning_initial', 'warning_scheme_id') }],
  async check(client, { semesterId }, before) {
    if (before === null || before['semester_id'] === semesterId) return [];
    const { rowCount } = await client.query('select from base.warning_initial where warning_scheme_id = $1 limit 1', [
      before['warning_scheme_id'],
    ]);
    return rowCount === 0 ? [] : [{ field: 'semesterId', message: '已有初始名单，不能改为其他学期' }];
  },
  kept: async (_client, row) =>
    await Promise.resolve(row['publish_status'] === publishStatus.draft ? null : '已发布，请先撤回再修改'),
};

function usesOf(table: string, column: string): string {
  return `select count(*) as n from base.${table} where ${column} = $1`;
}

/** Publishes a scheme with the versions of its rules as they are now, or takes it back (STUDENT-STATUS-26). */
export async function setSchemeStatus(
  client: PoolClient,
  context: CommandContext,
  { key, publishStatus: status }: z.output<typeof publishWarningScheme.payload>,
): Promise<{ key: string } | Refused> {
  const {
    rows: [scheme],
  } = await client.query<{ row: object; status: string }>(
    `select to_jsonb(scheme) - 'applied' as row, publish_status as status
       from base.status_warning_scheme scheme where warning_scheme_id = $1 for update`,
    [key],
  );
  if (!scheme) return refuse('NOT_FOUND');
  if (scheme.status === status) return { key };
  await client.query(
    `update base.status_warning_scheme scheme set publish_status = $2,
        applied = case when $2 = '${publishStatus.published}' then coalesce((
          select jsonb_agg(jsonb_build_object('warningRuleId', rule.warning_rule_id, 'versionNo', rule.version_no,
              'ruleText', rule.rule_text, 'warningTypeCode', rule.warning_type_code, 'indicator', type.indicator,
              'operator', rule.operator, 'threshold', rule.threshold, 'warningLevelCode', rule.warning_level_code,
              'grades', rule.grades, 'studentTypes', rule.student_types) order by rule.warning_rule_id)
            from base.warning_rule rule join base.status_warning_type type using (warning_type_code)
           where scheme.rules ? rule.warning_rule_id and rule.sfqy = '1' and type.sfqy = '1'), '[]') end
      where warning_scheme_id = $1`,
    [key, status],
  );
  await logOperations(
    client,
    context,
    status === publishStatus.published ? 'publish' : 'unpublish',
    'statusWarningScheme',
    [{ key, before: scheme.row, after: { ...scheme.row, publish_status: status } }],
  );
  return { key };
}

/** The name of who wrote a row stands in it; where there is a column for it, also whose account it was. */
const namedBy =
  (table: string, column: string, key: string, account?: string): NonNullable<ResourceRules['stored']> =>
  async (client, row, context) => {
    const values = [row[key], context.actor.name];
    await client.query(
      `update base.${table} set ${column} = $2${account === undefined ? '' : `, ${account} = $3`}
        where ${key} = $1 and ${column} = ''`,
      account === undefined ? values : [...values, context.actor.userName],
    );
    return [];
  };

/** Students are warned in classes that they are in (STUDENT-STATUS-28). */
export const courseWarningRules: ResourceRules = {
  async check(client, { studentCode, teachingClassId }, before) {
    if (before !== null) return [];
    const { rowCount } = await client.query(
      'select from base.teaching_class_student where student_code = $1 and teaching_class_id = $2',
      [studentCode, teachingClassId],
    );
    return rowCount === 0 ? [{ field: 'teachingClassId', message: '该学生不在这个教学班的名单中' }] : [];
  },
  stored: namedBy('course_warning', 'teacher_name', 'course_warning_id'),
};

/** Guardians who were told by a record that somebody wrote are told, as by the batch. */
async function noteTold(client: PoolClient, row: StoredRow): Promise<void> {
  await client.query(
    `update base.status_warning_result set guardian_time = $2
      where warning_result_id = $1 and guardian_time is null`,
    [row['warning_result_id'], row['handle_time']],
  );
  await client.query(
    `update base.student_family set last_notify_time = $2 where student_code = $1 and is_guardian = '1'
        and coalesce(last_notify_time, '-infinity') < $2`,
    [row['student_code'], row['handle_time']],
  );
}

const resultOf = `select result.warning_result_id as "warningResultId", level.warning_level_name as "warningText",
    level.notify_guardian = '1' as "notifyGuardian", result.guardian_time is not null as "isTold",
    exists (select from base.student_family family
      where family.student_code = result.student_code and family.is_guardian = '1') as "hasGuardian"
   from base.status_warning_result result join base.warning_level level using (warning_level_code)
  where result.student_code = $1 and result.semester_id = $2 and result.revoked_at is null
  order by level.sort_num desc, result.warning_result_id limit 1`;

interface RecordedResult {
  readonly warningResultId: string;
  readonly warningText: string;
  readonly notifyGuardian: boolean;
  readonly isTold: boolean;
  readonly hasGuardian: boolean;
}

/** Warnings of which guardians are told need one on file, and end after they were told (STUDENT-STATUS-34). */
function guardianProblem(handleType: unknown, result: RecordedResult): string | null {
  if (!result.notifyGuardian) return null;
  if (handleType === warningHandling.guardian && !result.hasGuardian)
    return '该生还没有登记监护人，请先在“监护人”中登记';
  if (handleType !== warningHandling.lifted || result.isTold) return null;
  return result.hasGuardian
    ? `${result.warningText}应先通知监护人，再解除`
    : `${result.warningText}应通知监护人，该生还没有登记监护人，请先在“监护人”中登记`;
}

/** What is recorded belongs to a warning of the student in the semester (STUDENT-STATUS-31). */
export const warningRecordRules: ResourceRules = {
  inTurn: true,
  async check(client, { studentCode, semesterId, handleType }, before) {
    const {
      rows: [result],
    } = await client.query<RecordedResult>(resultOf, [studentCode, semesterId]);
    if (!result) return [{ field: 'studentCode', message: '该学生在这个学期没有学籍预警' }];
    // What was recorded before stays true, whoever is on file by now.
    if (before?.['handle_type'] === handleType) return [];
    const message = guardianProblem(handleType, result);
    return message === null ? [] : [{ field: 'handleType', message }];
  },
  async derive(client, { studentCode, semesterId }, before) {
    if (before !== null) return {};
    const {
      rows: [result],
    } = await client.query<RecordedResult>(resultOf, [studentCode, semesterId]);
    return { warningResultId: result?.warningResultId ?? '', warningText: result?.warningText ?? '' };
  },
  async stored(client, row, context) {
    if (row['handle_type'] === warningHandling.guardian) await noteTold(client, row);
    return await namedBy('warning_record', 'handler_name', 'record_id', 'handler_user')(client, row, context);
  },
};
