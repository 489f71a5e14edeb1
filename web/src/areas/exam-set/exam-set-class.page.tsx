import type { SortText } from '@jwxt/contracts/kernel/list-sort.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { Button, Group, Tabs } from '@mantine/core';
import {
  examSetHistory,
  examSetItems,
  examSetStudents,
  scoreTimeQuery,
  teachingClassDetail,
  classStudentSorts,
} from '@jwxt/contracts/exam-set/exam-set.operations.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import {
  scoreRemark,
  scoreType,
  scoreTypeNames,
  sheetStatus,
  type ScoreType,
} from '@jwxt/contracts/score/score.vocabulary.ts';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { z } from 'zod';
import { usePageParams } from '../../lib/page-address.ts';
import { pagingFields, usePageState, sortField } from '../../lib/page-state.ts';
import { useOperation } from '../../lib/queries.ts';
import { useMay, useUser } from '../../lib/session.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { QueryFaces } from '../../ui/faces.tsx';
import { sortingOf } from '../../ui/list-sorting.ts';
import { Card, FactList, Page } from '../../ui/page.tsx';
import { pagingOf } from '../../ui/paging.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import classes from './exam-set.module.css';
import { EntryProgress, SheetState } from './class-state.tsx';
import { SettingDialog } from './setting.dialog.tsx';
import { isSettable, type SettingDraft, type SettingKind } from './setting.model.ts';

type Detail = OutputOf<typeof teachingClassDetail>;
const tabNames = {
  base: '基本',
  items: '分项',
  hierarchy: '等级制',
  time: '录入时间',
  teacher: '录入教师',
  students: '学生',
  history: '变更记录',
} as const;
const pageState = z.object({
  semesterId: z.string().catch('').default(''),
  scoreType: z.enum(scoreType).catch(scoreType.regular).default(scoreType.regular),
  tab: z
    .enum(Object.keys(tabNames) as (keyof typeof tabNames)[])
    .catch('base')
    .default('base'),
  ...pagingFields(20),
  ...sortField(classStudentSorts),
});
type Key = { teachingClassId: string; status: '1'; semesterId: string; scoreType: ScoreType };

/** The exam settings of one class, a tab each, with everybody who ever changed them. */
export function ExamSetClassPage() {
  const user = useUser();
  const { teachingClassId = '' } = usePageParams<'teachingClassId'>();
  const [state, setState] = usePageState(pageState);
  const key: Key = {
    teachingClassId,
    status: '1',
    semesterId: state.semesterId || user.semester,
    scoreType: state.scoreType,
  };
  const query = useOperation(teachingClassDetail, key);
  const items = useOperation(examSetItems, key);
  const mayRead = useMay('scoreEntry:detail');
  const [open, setOpen] = useState<SettingKind | null>(null);
  return (
    <Page title={query.data ? `考试设置 - ${query.data.teachingClassName}` : '考试设置'} fill={false}>
      <Card
        title={query.data?.teachingClassName ?? '教学班'}
        note={
          query.data
            ? `${scoreTypeNames[key.scoreType]} · ${query.data.courseName}（${query.data.courseNum}）` +
              ` · ${query.data.semesterName}`
            : undefined
        }
        actions={
          <Group gap={8}>
            {query.data && <SheetActions detail={query.data} onOpen={setOpen} />}
            {query.data && query.data.sheetStatus !== sheetStatus.unset && mayRead && (
              <Button
                component={Link}
                to={`/jwxt/gly/scoreManage/entry/${encodeURIComponent(query.data.teachingClassId)}/${key.scoreType}`}
                variant="default"
                size="xs"
              >
                查看成绩单
              </Button>
            )}
            <Button
              component={Link}
              to={`/jwxt/gly/scoreManage/examSet?scoreType=${key.scoreType}`}
              variant="default"
              size="xs"
              leftSection={<IconArrowLeft size={14} />}
            >
              返回列表
            </Button>
          </Group>
        }
      >
        <QueryFaces query={query}>
          {(detail) => (
            <Tabs
              value={state.tab}
              onChange={(tab) => {
                if (tab !== null) setState({ tab: tab as typeof state.tab, pageNo: 1 });
              }}
              keepMounted={false}
            >
              <Tabs.List mb={16}>
                {Object.entries(tabNames).map(([value, name]) => (
                  <Tabs.Tab key={value} value={value}>
                    {name}
                  </Tabs.Tab>
                ))}
              </Tabs.List>
              <Tabs.Panel value="base">
                <BaseTab detail={detail} onOpen={setOpen} />
              </Tabs.Panel>
              <Tabs.Panel value="items">
                <ItemsTab detail={detail} rows={items.data} query={items} onOpen={setOpen} />
              </Tabs.Panel>
              <Tabs.Panel value="hierarchy">
                <SettingTab
                  text={
                    <>
                      总评等级制：<b>{detail.scoreHierarchyName}</b>
                    </>
                  }
                  note={
                    isSettable('hierarchy', key.scoreType)
                      ? '已有成绩录入后不能更换。'
                      : '补缓考按原成绩单的等级制计分。'
                  }
                  may="examSet:hierarchy"
                  detail={detail}
                  kinds={[['hierarchy', '更换等级制']]}
                  onOpen={setOpen}
                />
              </Tabs.Panel>
              <Tabs.Panel value="time">
                <TimeTab keyOf={key} detail={detail} onOpen={setOpen} />
              </Tabs.Panel>
              <Tabs.Panel value="teacher">
                <SettingTab
                  text={
                    <>
                      录入教师：<b>{detail.importTeacher || '—'}</b>
                      {detail.importTeacherGh === null ? '（任课教师均可录入）' : '（仅由该教师录入）'}
                    </>
                  }
                  note={`任课教师：${detail.teacherName || '—'}`}
                  may="examSet:teacherSet"
                  detail={detail}
                  kinds={[['teacher', '设置录入教师']]}
                  onOpen={setOpen}
                />
              </Tabs.Panel>
              <Tabs.Panel value="students">
                <StudentsTab keyOf={key} items={items.data ?? []} page={state} setPage={setState} />
              </Tabs.Panel>
              <Tabs.Panel value="history">
                <HistoryTab keyOf={key} />
              </Tabs.Panel>
            </Tabs>
          )}
        </QueryFaces>
      </Card>
      {open !== null && query.data && (
        <SettingDialog
          kind={open}
          one
          of={{ semesterId: key.semesterId, scoreType: key.scoreType, teachingClassIds: [teachingClassId] }}
          initial={initialOf(query.data, items.data ?? [])}
          onClose={() => {
            setOpen(null);
          }}
          limits={
            query.data.itemCapacity === 'teacher'
              ? new Map((query.data.limits ?? []).map(({ dataKey, min, max }) => [dataKey, { min, max }]))
              : null
          }
        />
      )}
    </Page>
  );
}

function initialOf(detail: Detail, items: OutputOf<typeof examSetItems>): Partial<SettingDraft> {
  return {
    begin: detail.scoreTermInputBeginTime,
    end: detail.scoreTermInputEndTime,
    digit: String(detail.digit),
    scoreTemplateId: detail.scoreTemplateId,
    hierarchy: detail.scoreHierarchyCode,
    teacher: detail.importTeacherGh === null ? [] : [{ gh: detail.importTeacherGh, xm: detail.importTeacher }],
    items: items.map(
      ({ scoreSubItemName, scoreSubItemProportion, dataKey, scoreHierarchyCode, enable, isExamItem }) => ({
        scoreSubItemName,
        scoreSubItemProportion,
        dataKey,
        scoreHierarchyCode,
        enable,
        isExamItem,
      }),
    ),
  };
}

/** Settings are open until the scores are handed in. */
const isOpen = (detail: Detail): boolean =>
  detail.sheetStatus === sheetStatus.set || detail.sheetStatus === sheetStatus.entering;

function SheetActions({ detail, onOpen }: { detail: Detail; onOpen: (kind: SettingKind) => void }) {
  const [mayForce, mayRollBack] = [useMay('examSet:forceSubmit'), useMay('examSet:rollback')];
  return (
    <>
      {mayForce && isOpen(detail) && detail.windowState === 'closed' && (
        <Button
          variant="outline"
          color="red"
          size="xs"
          onClick={() => {
            onOpen('force');
          }}
        >
          强制提交
        </Button>
      )}
      {mayRollBack &&
        (detail.sheetStatus === sheetStatus.submitted || detail.sheetStatus === sheetStatus.published) && (
          <Button
            variant="outline"
            color="red"
            size="xs"
            onClick={() => {
              onOpen('rollback');
            }}
          >
            退回
          </Button>
        )}
    </>
  );
}

function BaseTab({ detail, onOpen }: { detail: Detail; onOpen: (kind: SettingKind) => void }) {
  const [mayAdjust, mayQuick] = [useMay('examSet:batchAdjustment'), useMay('examSet:quickSet')];
  const facts = [
    { label: '课程', value: `${detail.courseName}（${detail.courseNum}）` },
    { label: '学分', value: detail.courseCredit },
    { label: '开课单位', value: detail.openDepartmentName },
    { label: '任课教师', value: detail.teacherName || '—' },
    { label: '录入教师', value: detail.importTeacher || '—' },
    { label: '状态', value: <SheetState row={detail} /> },
    { label: '成绩模板', value: detail.scoreTemplateName || '自定义' },
    { label: '等级制', value: detail.scoreHierarchyName },
    { label: '小数位数', value: `${String(detail.digit)} 位` },
    { label: '录入进度', value: <EntryProgress row={detail} /> },
    { label: '当前节点', value: detail.approvalNodeName ?? '—' },
    {
      label: '退回意见',
      value: detail.returnOpinion === null ? '—' : `${detail.returnOpinion}（${detail.returnedBy ?? ''}）`,
    },
    { label: '分项', value: detail.itemsText || '—', span: true },
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
  detail: Detail;
  kinds: readonly (readonly [SettingKind, string])[];
  onOpen: (kind: SettingKind) => void;
  children?: ReactNode;
}) {
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

function ItemsTab({
  detail,
  rows,
  query,
  onOpen,
}: {
  detail: Detail;
  rows: OutputOf<typeof examSetItems> | undefined;
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  onOpen: (kind: SettingKind) => void;
}) {
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

const windowNames = { none: '未设置', before: '尚未开始', open: '录入开放', closed: '已截止' } as const;

function TimeTab({ keyOf, detail, onOpen }: { keyOf: Key; detail: Detail; onOpen: (kind: SettingKind) => void }) {
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
              { label: '开始时间', value: time.scoreTermInputBeginTime ?? '—' },
              { label: '截止时间', value: time.scoreTermInputEndTime ?? '—' },
              { label: '来源', value: time.sourceName },
              { label: '现在', value: windowNames[time.windowState] },
            ]}
          />
        )}
      </QueryFaces>
    </SettingTab>
  );
}

type StudentSort = SortText<(typeof classStudentSorts)[number]>;

function StudentsTab({
  keyOf,
  items,
  page,
  setPage,
}: {
  keyOf: Key;
  items: OutputOf<typeof examSetItems>;
  page: { pageNo: number; pageSize: number; sort?: StudentSort | undefined };
  setPage: (change: { pageNo: number; pageSize?: number; sort?: StudentSort | undefined }) => void;
}) {
  const query = useOperation(examSetStudents, {
    ...keyOf,
    pageNo: page.pageNo,
    pageSize: page.pageSize,
    sort: page.sort,
  });
  return (
    <DataTable
      label="学生名单"
      rows={query.data?.list}
      query={query}
      rowKey={(row) => row.studentCode}
      numberFrom={(page.pageNo - 1) * page.pageSize + 1}
      empty={{ reason: '教学班没有学生' }}
      sorting={sortingOf(page, setPage)}
      paging={pagingOf(page, query.data?.total, setPage)}
      columns={[
        { key: 'number', sort: 'studentNumber', title: '学号', width: 124, render: (row) => row.studentNumber },
        {
          key: 'name',
          sort: 'studentName',
          title: '姓名',
          width: 96,
          ellipsis: true,
          render: (row) => row.studentName,
        },
        {
          key: 'class',
          sort: 'administrativeClassName',
          title: '行政班',
          width: 'auto',
          align: 'left',
          ellipsis: true,
          render: (row) => row.administrativeClassName,
        },
        { key: 'source', title: '名单来源', width: 88, render: (row) => row.isReExamStudentName || '—' },
        ...items.map((item) => ({
          key: item.dataKey,
          title: item.scoreSubItemName,
          width: 92,
          align: 'right' as const,
          render: (row: OutputOf<typeof examSetStudents>['list'][number]) =>
            shownValue(item, row.items[item.dataKey] ?? null),
        })),
        {
          key: 'final',
          title: '总评',
          width: 110,
          align: 'right',
          render: (row) => (
            <span style={row.final !== null && !row.passed ? { color: 'var(--jw-red-text)' } : undefined}>
              {row.studentScoreFinalValue}
            </span>
          ),
        },
        {
          key: 'remark',
          title: '备注',
          width: 92,
          render: (row) => (row.scoreRemarkCode === scoreRemark.normal ? '' : row.scoreRemarkName),
        },
      ]}
    />
  );
}

function shownValue(item: OutputOf<typeof examSetItems>[number], value: string | null): string {
  return value === null
    ? '-'
    : (item.options.find((option) => option.scoreValueCode === value)?.scoreValueName ?? value);
}

function HistoryTab({ keyOf }: { keyOf: Key }) {
  const query = useOperation(examSetHistory, keyOf, { staleTime: 0 });
  return (
    <DataTable
      label="变更记录"
      rows={query.data}
      query={query}
      rowKey={(row) => String(row.revision)}
      empty={{ reason: '教学班尚未初始化，没有变更' }}
      columns={[
        { key: 'time', title: '时间', width: 168, render: (row) => row.time },
        { key: 'name', title: '操作人', width: 112, render: (row) => <span title={row.roleName}>{row.name}</span> },
        { key: 'action', title: '设置', width: 96, render: (row) => row.action },
        { key: 'detail', title: '变更内容', width: 'auto', align: 'left', render: (row) => row.detail },
        {
          key: 'reason',
          title: '原因',
          width: '22%',
          align: 'left',
          ellipsis: true,
          render: (row) => row.reason || '—',
        },
      ]}
    />
  );
}
