import { allowsSql } from '@jwxt/infra/runtime/status-allowance.ts';
import type { FieldError } from '@jwxt/contracts/kernel/envelope.ts';
import {
  batchStatus,
  diversionType,
  interviewSource,
} from '@jwxt/contracts/student-status/divert/divert.vocabulary.ts';
import { sortUse } from '@jwxt/contracts/student-status/freshman/sort.rules.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { usedBy } from '../../base-info/shared/use-count.ts';
import type { ResourceRules, RulesOfResources } from '../../kernel/resource-routes.ts';

/** What is decided about a list that was sent, or carried out, stays as it was. */
async function whyClosed(client: PoolClient, diversionId: unknown): Promise<string | null> {
  const { rowCount } = await client.query(
    `select from base.shunt where diversion_id = $1 and shunt_status in ('3', '4', '5')`,
    [diversionId],
  );
  return rowCount === 0 ? null : '分流结果已提交或执行，不能修改';
}

/** A batch is published with places for everybody, unless the office says so (STUDENT-STATUS-20). */
const professionalDiversionRules: ResourceRules = {
  uses: [
    usedBy('分流专业与方向', '个', 'major_or_direction', 'diversion_id'),
    usedBy('面试笔试成绩', '条', 'interview_score', 'batch_id'),
    usedBy('分流志愿', '份', 'diversion_volunteer', 'diversion_id'),
  ],
  kept: (client, row) => whyClosed(client, row['diversion_id']),
  async check(client, values, before): Promise<FieldError[]> {
    const { sourceGradeMajorId, publishStatus, allowShort, volunteerNum, sortRuleId } = values;
    const { rowCount: unfit } = await client.query(
      'select from base.sort_rule where sort_rule_id = $1 and use_for <> $2',
      [sortRuleId, sortUse.stream],
    );
    if (unfit !== 0) return [{ field: 'sortRuleId', message: '请选择用途为“分流”的排序规则' }];
    // Its places are given to a batch that is there; without any nothing is computed.
    if (before === null || publishStatus === batchStatus.draft) return [];
    const { rows } = await client.query<{ places: number; quota: number; students: number }>(
      `select count(*)::int as places, coalesce(sum(quota), 0)::int as quota,
          (select count(*)::int from base.student where njzydm = $2
            and ${allowsSql('dqztm', 'changeMajor')}) as students
         from base.major_or_direction where diversion_id = $1`,
      [before['diversion_id'], sourceGradeMajorId],
    );
    const { places = 0, quota = 0, students = 0 } = rows[0] ?? {};
    if (places === 0) return [{ field: 'publishStatus', message: '请先建立可选的专业或方向，再发布' }];
    if (Number(volunteerNum) > places)
      return [{ field: 'volunteerNum', message: `志愿数不能超过可选的${String(places)}个专业或方向` }];
    return quota < students && allowShort !== yesNo.yes
      ? [
          {
            field: 'publishStatus',
            message: `接收人数共${String(quota)}人，少于批次学生${String(students)}人；确认后请选“不足仍可发布”`,
          },
        ]
      : [];
  },
};

/** A place of a main class is another major of its grade, that of a major a direction of it (STUDENT-STATUS-36). */
const majorOrDirectionRules: ResourceRules = {
  uses: [
    {
      what: '分流志愿',
      unit: '份',
      count: `select count(*) as n from base.diversion_volunteer filed join base.major_or_direction place
        using (diversion_id) where place.major_or_direction_key = $1 and filed.choices ? $1`,
    },
  ],
  kept: (client, row) => whyClosed(client, row['diversion_id']),
  async derive(client, { targetGradeMajorId, directionName }) {
    const { rows } = await client.query<{ name: string }>(
      `select coalesce($2, (select njzymc from base.grade_major where njzydm = $1)) as name`,
      [targetGradeMajorId, directionName ?? null],
    );
    return { targetName: rows[0]?.name ?? '' };
  },
  async check(client, { diversionId, targetGradeMajorId, directionName }): Promise<FieldError[]> {
    const { rows } = await client.query<{ type: string; same: boolean; alike: boolean }>(
      `select diversion_type as type, source.njzydm = target.njzydm as same,
          source.njdm = target.njdm and source.xslbdm = target.xslbdm and source.pyccm = target.pyccm as alike
         from base.professional_diversion
         join base.grade_major source on source.njzydm = source_grade_major_id
         join base.grade_major target on target.njzydm = $2
        where diversion_id = $1`,
      [diversionId, targetGradeMajorId],
    );
    const [batch] = rows;
    if (!batch) return [];
    const named = (directionName ?? null) !== null;
    if (batch.type === diversionType.directions) {
      if (!batch.same) return [{ field: 'targetGradeMajorId', message: '专业分方向时应为批次的年级专业' }];
      return named ? [] : [{ field: 'directionName', message: '专业分方向时请填写方向' }];
    }
    if (batch.same) return [{ field: 'targetGradeMajorId', message: '不能是大类本身' }];
    if (!batch.alike) return [{ field: 'targetGradeMajorId', message: '年级、学生类别和培养层次应与大类相同' }];
    return named ? [{ field: 'directionName', message: '大类分专业时不填方向' }] : [];
  },
};

/** Scores of interviews are of who takes part, and are closed once the result is shown (STUDENT-STATUS-22). */
const interviewScoreRules: ResourceRules = {
  kept: (client, row) => whyShown(client, row['batch_id']),
  derive: (_client, { writtenScore, interviewScore, writtenRatio }) => {
    const [written, interview, ratio] = [writtenScore, interviewScore, writtenRatio].map((value) =>
      value === null || value === undefined ? null : Number(value),
    );
    const none = (written ?? null) === null && (interview ?? null) === null;
    const share = ratio ?? 0;
    const total = ((written ?? 0) * share + (interview ?? 0) * (100 - share)) / 100;
    return Promise.resolve({ totalScore: none ? null : total.toFixed(2) });
  },
  async check(client, { batchId, studentCode, targetGradeMajorId }): Promise<FieldError[]> {
    const shown = await whyShown(client, batchId);
    if (shown !== null) return [{ field: 'batchId', message: shown }];
    const { rows } = await client.query<{ source: string | null; belongs: boolean; fits: boolean }>(
      `select batch.source_type as source,
          case batch.source_type when '1' then student.njzydm = diversion.source_grade_major_id
            else exists (select from base.major_transfer asked where asked.transfer_batch_id = $1
              and asked.student_code = $2) end as belongs,
          case batch.source_type when '1' then $3 = diversion.source_grade_major_id
              or exists (select from base.major_or_direction place where place.diversion_id = $1
                and place.target_grade_major_id = $3)
            else exists (select from base.major_transfer asked where asked.transfer_batch_id = $1
              and asked.student_code = $2 and asked.target_grade_major_id = $3) end as fits
         from base.selection_batch batch join base.student on student.student_code = $2
         left join base.professional_diversion diversion on diversion.diversion_id = batch.batch_id
        where batch.batch_id = $1`,
      [batchId, studentCode, targetGradeMajorId],
    );
    const [found] = rows;
    if (!found) return [];
    if (!found.belongs)
      return [
        {
          field: 'studentCode',
          message:
            found.source === interviewSource.transfer
              ? '该学生在这个批次没有审批通过的申请'
              : '该学生不在这个批次的年级专业中',
        },
      ];
    return found.fits ? [] : [{ field: 'targetGradeMajorId', message: '不是该学生在这个批次面试的专业' }];
  },
};

async function whyShown(client: PoolClient, batchId: unknown): Promise<string | null> {
  const { rowCount } = await client.query(
    `select from base.shunt where diversion_id = $1 and (published_at is not null or shunt_status in ('3', '4', '5'))
      union all select from base.transfer_batch where transfer_batch_id = $1 and publish_time is not null`,
    [batchId],
  );
  return rowCount === 0 ? null : '结果已公示，面试笔试成绩不能再修改';
}

const shownBatch = '结果已公示，不能修改';

/** A batch whose result is shown stays as it was. */
const transferBatchRules: ResourceRules = {
  uses: [
    usedBy('转专业计划', '条', 'transfer_quota', 'transfer_batch_id'),
    usedBy('转专业名单', '人', 'major_transfer', 'transfer_batch_id'),
    usedBy('面试笔试成绩', '条', 'interview_score', 'batch_id'),
  ],
  kept: (_client, row) => Promise.resolve(row['publish_time'] === null ? null : shownBatch),
};

/** No grade-major takes in more than its share of those who are there (STUDENT-STATUS-23). */
const transferQuotaRules: ResourceRules = {
  async kept(client, row) {
    const { rowCount } = await client.query(
      'select from base.transfer_batch where transfer_batch_id = $1 and publish_time is not null',
      [row['transfer_batch_id']],
    );
    return rowCount === 0 ? null : shownBatch;
  },
  async check(client, { transferBatchId, gradeMajorId, quotaIn }): Promise<FieldError[]> {
    const { rows } = await client.query<{ most: number; ratio: number; students: number }>(
      `select limit_ratio as ratio, students, floor(students * limit_ratio / 100.0)::int as most
         from base.transfer_batch cross join lateral (select count(*)::int as students from base.student
           where njzydm = $2 and ${allowsSql('dqztm', 'changeMajor')}) there where transfer_batch_id = $1`,
      [transferBatchId, gradeMajorId],
    );
    const [batch] = rows;
    return batch && Number(quotaIn) > batch.most
      ? [
          {
            field: 'quotaIn',
            message: `在读${String(batch.students)}人，按${String(batch.ratio)}%最多 ${String(batch.most)} 人`,
          },
        ]
      : [];
  },
};

/** What the rows of the room obey besides their declarations. */
export const divertResourceRules: RulesOfResources = {
  professionalDiversion: professionalDiversionRules,
  majorOrDirection: majorOrDirectionRules,
  interviewScore: interviewScoreRules,
  transferBatch: transferBatchRules,
  transferQuota: transferQuotaRules,
};
