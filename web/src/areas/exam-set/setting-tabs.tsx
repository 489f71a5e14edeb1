import { scoreTimeQuery, type examSetItems } from '@jwxt/contracts/exam-set/exam-set.operations.ts';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useOperation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { QueryFaces } from '../../ui/faces.tsx';
import { FactList } from '../../ui/page.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { EntryProgress, SheetState } from './class-state.tsx';
import classes from './exam-set.module.css';
import { isOpen, isSettable, type ExamSetDetail, type ExamSetKey, type SettingKind } from './setting.model.ts';

type TabProps = { detail: ExamSetDetail; onOpen: (kind: SettingKind) => void };

/** What a class has, and what begins with its template. */
export function BaseTab({ detail, onOpen }: TabProps) {
  const [mayAdjust, mayQuick] = [useMay('examSet:batchAdjustment'), useMay('examSet:quickSet')];
  const facts = [
    { label: '课程', value: `${detail.courseName}（${detail.courseNum}）` },
    { label: '学分', value: detail.courseCredit },
    { label: '开课单位', value: detail.openDepartmentName },
    { label: '任课教师', value: detail.teacherName || NOTHING },
    { label: '录入教师', value: detail.importTeacher || NOTHING },
    { label: '状态', value: <SheetState row={detail} /> },
    { label: '成绩模板', value: detail.scoreTemplateName || '自定义' },
    { label: '等级制', value: detail.scoreHierarchyName },
    { label: '小数位数', value: `${String(detail.digit)} 位` },
    { label: '录入进度', value: <EntryProgress row={detail} /> },
    { label: '当前节点', value: detail.approvalNodeName ?? NOTHING },
    {
      label: '退回意见',
      value: detail.returnOpinion === null ? NOTHING : `${detail.returnOpinion}（${detail.returnedBy ?? ''}）`,
    },
    { label: '分项', value: detail.itemsText || NOTHING, span: true },
  ];
  return (
    <>
      <FactList columns={3} items={facts} />
      <Group gap={8} mt={16}>
        {detail.sheetStatus === sheetStatus.unset && mayQuick && (
          <Button
            onClick={() => {
              onOpen('quick');
            }}
          >
            设置
          </Button>
        )}
        {mayAdjust && isOpen(detail) && isSettable('template', detail.scoreType) && (
          <>
            <Button
              variant="default"
              onClick={() => {
                onOpen('template');
              }}
            >
              更换模板
            </Button>
            <Button
              variant="default"
              onClick={() => {
                onOpen('digit');
              }}
            >
              小数位数
            </Button>
          </>
        )}
      </Group>
    </>
  );
}

/** One setting of a class, who may change it, and why it no longer can be. */
function SettingTab({
  text,
  note,
  may,
  detail,
  kinds,
  onOpen,
  children,
}: {
  text: ReactNode;
  note: ReactNode;
  may: PermissionCode;
  kinds: readonly (readonly [SettingKind, string])[];
  children?: ReactNode;
} & TabProps) {
  const allowed = useMay(may);
  return (
    <>
      <div className={classes['bar']}>
        <span>{text}</span>
        <span className={classes['second']}>{note}</span>
        <span>
          {allowed &&
            isOpen(detail) &&
            kinds
              .filter(([kind]) => isSettable(kind, detail.scoreType))
              .map(([kind, name]) => (
                <Button
                  key={kind}
                  variant="default"
                  onClick={() => {
                    onOpen(kind);
                  }}
                >
                  {name}
                </Button>
              ))}
        </span>
      </div>
      {children}
      {!isOpen(detail) && (
        <p className={classes['second']}>
          {detail.sheetStatus === sheetStatus.unset
            ? '教学班尚未初始化，请先在“基本”中设置。'
            : '成绩已提交或已发布，设置不能修改。'}
        </p>
      )}
    </>
  );
}

/** The parts of a score, with how much each counts. */
export function ItemsTab({
  detail,
  rows,
  query,
  onOpen,
}: {
  rows: OutputOf<typeof examSetItems> | undefined;
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
} & TabProps) {
  const asTeacher = detail.itemCapacity === 'teacher';
  const note = asTeacher
    ? detail.limits === null
      ? '模板不允许教师调整比例。'
      : '可在模板允许的范围内调整比例。'
    : isSettable('items', detail.scoreType)
      ? '启用的分项比例合计为100%。'
      : '补缓考按原成绩单的分项计分。';
  return (
    <SettingTab
      text={
        <>
          成绩模板：<b>{detail.scoreTemplateName || '自定义'}</b>
        </>
      }
      note={note}
      may="examSet:subItemBatch"
      detail={detail}
      kinds={asTeacher && detail.limits === null ? [] : [['items', '设置分项']]}
      onOpen={onOpen}
    >
      <DataTable
        label="成绩分项"
        rows={rows}
        query={query}
        rowKey={(row) => row.dataKey}
        numberFrom={1}
        empty={{ reason: '尚未设置分项' }}
        columns={[
          { key: 'name', title: '分项名称', width: 'auto', align: 'left', render: (row) => row.scoreSubItemName },
          {
            key: 'proportion',
            title: '比例',
            width: 96,
            align: 'right',
            render: (row) => `${String(row.scoreSubItemProportion)}%`,
          },
          {
            key: 'type',
            title: '录入方式',
            width: 140,
            render: (row) =>
              row.type === 'number'
                ? '百分制分数'
                : `等级（${row.options.map((option) => option.scoreValueName).join('、')}）`,
            ellipsis: true,
          },
          { key: 'exam', title: '考试分项', width: 100, render: (row) => (row.isExamItem ? '是' : '') },
          {
            key: 'enable',
            title: '启用',
            width: 88,
            render: (row) => (
              <StatusTag tone={row.enable === 'true' ? 'green' : 'grey'}>
                {row.enable === 'true' ? '启用' : '停用'}
              </StatusTag>
            ),
          },
        ]}
      />
    </SettingTab>
  );
}

/** In which grades a class is marked. */
export function HierarchyTab({ detail, onOpen }: TabProps) {
  return (
    <SettingTab
      text={
        <>
          总评等级制：<b>{detail.scoreHierarchyName}</b>
        </>
      }
      note={isSettable('hierarchy', detail.scoreType) ? '已有成绩录入后不能更换。' : '补缓考按原成绩单的等级制计分。'}
      may="examSet:hierarchy"
      detail={detail}
      kinds={[['hierarchy', '更换等级制']]}
      onOpen={onOpen}
    />
  );
}

/** Who of the teachers enters the scores. */
export function TeacherTab({ detail, onOpen }: TabProps) {
  return (
    <SettingTab
      text={
        <>
          录入教师：<b>{detail.importTeacher || NOTHING}</b>
          {detail.importTeacherGh === null ? '（任课教师均可录入）' : '（仅由该教师录入）'}
        </>
      }
      note={`任课教师：${detail.teacherName || NOTHING}`}
      may="examSet:teacherSet"
      detail={detail}
      kinds={[['teacher', '设置录入教师']]}
      onOpen={onOpen}
    />
  );
}

const windowNames = { none: '未设置', before: '尚未开始', open: '录入开放', closed: '已截止' } as const;

/** When scores can be entered, and what says so. */
export function TimeTab({ keyOf, detail, onOpen }: TabProps & { keyOf: ExamSetKey }) {
  const query = useOperation(scoreTimeQuery, keyOf);
  return (
    <SettingTab
      text="录入时间"
      note="范围窄的优先：教学班 › 课程 › 单位和性质 › 学期。"
      may="examSet:timeSet"
      detail={detail}
      kinds={[
        ['window', '设置时间'],
        ['extend', '延长录入'],
      ]}
      onOpen={onOpen}
    >
      <QueryFaces query={query} compact>
        {(time) => (
          <FactList
            columns={2}
            items={[
              { label: '开始时间', value: time.scoreTermInputBeginTime ?? NOTHING },
              { label: '截止时间', value: time.scoreTermInputEndTime ?? NOTHING },
              { label: '来源', value: time.sourceName },
              { label: '现在', value: windowNames[time.windowState] },
            ]}
          />
        )}
      </QueryFaces>
    </SettingTab>
  );
}
