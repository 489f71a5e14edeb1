import { classStudentSorts, examSetItems, teachingClassDetail } from '@jwxt/contracts/exam-set/exam-set.operations.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { scoreType, scoreTypeNames, sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import { Button, Group, Tabs } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { usePageParams } from '../../lib/page-address.ts';
import { pagingFields, usePageState, sortField } from '../../lib/page-state.ts';
import { useOperation } from '../../lib/queries.ts';
import { useMay, useUser } from '../../lib/session.ts';
import { QueryFaces } from '../../ui/faces.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { HistoryTab, StudentsTab } from './record-tabs.tsx';
import { BaseTab, HierarchyTab, ItemsTab, TeacherTab, TimeTab } from './setting-tabs.tsx';
import { SettingDialog } from './setting.dialog.tsx';
import { isOpen, type ExamSetDetail, type ExamSetKey, type SettingDraft, type SettingKind } from './setting.model.ts';

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

/** The exam settings of one class, a tab each, with everybody who ever changed them. */
export function ExamSetClassPage() {
  const user = useUser();
  const { teachingClassId = '' } = usePageParams<'teachingClassId'>();
  const [state, setState] = usePageState(pageState);
  const key: ExamSetKey = {
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
                <HierarchyTab detail={detail} onOpen={setOpen} />
              </Tabs.Panel>
              <Tabs.Panel value="time">
                <TimeTab keyOf={key} detail={detail} onOpen={setOpen} />
              </Tabs.Panel>
              <Tabs.Panel value="teacher">
                <TeacherTab detail={detail} onOpen={setOpen} />
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

function initialOf(detail: ExamSetDetail, items: OutputOf<typeof examSetItems>): Partial<SettingDraft> {
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

function SheetActions({ detail, onOpen }: { detail: ExamSetDetail; onOpen: (kind: SettingKind) => void }) {
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
