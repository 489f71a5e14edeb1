import {
  confirmJobsOperation,
  mergeJobsOperation,
  recallConfirmed,
  recallToEdit,
  stopJobsOperation,
} from '@jwxt/contracts/open-course/teaching-job.operations.ts';
import { jobStatus } from '@jwxt/contracts/open-course/open-course.vocabulary.ts';
import { teachingJob } from '@jwxt/contracts/open-course/teaching-job.resource.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { Button, Menu } from '@mantine/core';
import { IconCheck, IconChevronDown, IconListCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { notify } from '../../lib/notify.ts';
import { useMayCheck } from '../../lib/session.ts';
import { ReasonDialog } from '../../pickers/reason.dialog.tsx';
import { ResourcePage } from '../../resource/resource.page.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useProcess } from '../../ui/use-process.ts';
import { JobChangeDialog } from './job-change.dialog.tsx';
import { JobCheckDialog } from './job-check.dialog.tsx';
import { tellResults } from './job-results.ts';
import { JobSplitDialog } from './job-split.dialog.tsx';
import { JobTeachersDialog } from './job-teachers.dialog.tsx';
import { jobTones } from './job-tone.ts';

const stale = ['teachingJob.', 'teacherPlan.', 'teachingClass.', 'publicElectiveTask.', 'physicalProjectTask.'];
/** What takes a reason, with what is asked before. */
const withReason = {
  recall: {
    operation: recallToEdit,
    permission: 'teachingJob:recallToEdit',
    title: '退回编辑',
    done: '退回',
    warning: '已提交的教学任务将退回编辑，单位修改后重新提交。',
  },
  recallConfirmed: {
    operation: recallConfirmed,
    permission: 'teachingJob:recallConfirmed',
    title: '取消确认',
    done: '取消确认',
    warning: '教学班及随行政班加入的名单将撤销，任务退回编辑。已排课、已选课或已有成绩的不能取消。',
  },
  stop: {
    operation: stopJobsOperation,
    permission: 'teachingJob:stop',
    title: '停开',
    done: '停开',
    warning: '停开后不能恢复，教学班撤销，并通知教师和名单中的学生。已排课或已有成绩的不能停开。',
  },
} as const;
type Asked = { what: keyof typeof withReason; keys: readonly string[]; clear: () => void };
type Opened = { what: 'teachers' | 'split' | 'change'; row: WireRow };

/** 教学任务 (OPEN-COURSE-03, 04): written by the unit, checked and handed in, confirmed into teaching classes. */
export function TeachingJobsPage() {
  const check = useMayCheck();
  const [checking, setChecking] = useState<{ keys: readonly string[]; clear: () => void } | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [clear, setClear] = useState<{ now: () => void }>({ now: () => undefined });
  const confirmation = useProcess(confirmJobsOperation, {
    invalidates: [...stale, 'teachingClassTeacher.', 'teachingClassStudent.'],
    confirm: ({ keys }) => ({
      message: `确认选中的 ${String(keys.length)} 个教学任务后，将生成教学班、任课教师和行政班名单，并通知任课教师。`,
      confirmText: '确认',
    }),
    onSuccess: (result) => {
      tellResults('确认', result);
      clear.now();
    },
  });
  const merge = useProcess(mergeJobsOperation, {
    invalidates: [...stale, 'teachingProcessLink.'],
    confirm: ({ keys }) => ({
      message:
        `将选中的 ${String(keys.length)} 个教学任务合并为教学班号最小的一个：容量、计划人数和上课班级合在一起，` +
        '其余任务及其教师安排、教学环节删除。',
      confirmText: '合并',
      danger: true,
    }),
    onSuccess: ({ merged }) => {
      notify.success(`已合并，减少 ${String(merged)} 个教学任务`);
      clear.now();
    },
  });
  return (
    <>
      <ResourcePage
        resource={teachingJob}
        actionsWidth={226}
        editable={(row) => row['jobStatus'] === jobStatus.editing}
        cells={{
          jobStatus: (row) => (
            <StatusTag tone={jobTones[textOf(row['jobStatus'])] ?? 'grey'}>{textOf(row['jobStatusName'])}</StatusTag>
          ),
        }}
        batch={(chosen, none) => {
          const start = (act: () => void) => () => {
            setClear({ now: none });
            act();
          };
          const empty = chosen.length === 0;
          const more = (['recall', 'recallConfirmed', 'stop'] as const).filter((what) =>
            check(withReason[what].permission),
          );
          return (
            <>
              <Button
                variant="default"
                leftSection={<IconListCheck size={16} />}
                disabled={empty}
                onClick={() => {
                  setChecking({ keys: chosen, clear: none });
                }}
              >
                {check('teachingJob:batchCommit') ? '检查与提交' : '检查'}
              </Button>
              {check('teachingJob:confirm') && (
                <Button
                  variant="default"
                  leftSection={<IconCheck size={16} />}
                  disabled={empty}
                  loading={confirmation.isPending}
                  onClick={start(() => {
                    confirmation.start({ keys: [...chosen] });
                  })}
                >
                  确认
                </Button>
              )}
              {(more.length > 0 || check('teachingJob:merge')) && (
                <Menu>
                  <Menu.Target>
                    <Button variant="default" rightSection={<IconChevronDown size={14} />} disabled={empty}>
                      更多
                    </Button>
                  </Menu.Target>
                  <Menu.Dropdown>
                    {check('teachingJob:merge') && (
                      <Menu.Item
                        disabled={chosen.length < 2 || merge.isPending}
                        onClick={start(() => {
                          merge.start({ keys: [...chosen] });
                        })}
                      >
                        合并
                      </Menu.Item>
                    )}
                    {more.map((what) => (
                      <Menu.Item
                        key={what}
                        onClick={() => {
                          setAsked({ what, keys: chosen, clear: none });
                        }}
                      >
                        {withReason[what].title}
                      </Menu.Item>
                    ))}
                  </Menu.Dropdown>
                </Menu>
              )}
            </>
          );
        }}
        actions={(row, act) => {
          const status = row['jobStatus'];
          const mayTeach =
            check('teachingJob:setTeachers') &&
            (status === jobStatus.editing || (status === jobStatus.confirmed && check('teachingJob:change')));
          return (
            <>
              {mayTeach &&
                act('指定老师', () => {
                  setOpened({ what: 'teachers', row });
                })}
              {status === jobStatus.editing &&
                check('teachingJob:split') &&
                act('拆分', () => {
                  setOpened({ what: 'split', row });
                })}
              {status === jobStatus.confirmed &&
                check('teachingJob:change') &&
                act('变更', () => {
                  setOpened({ what: 'change', row });
                })}
            </>
          );
        }}
      />
      {checking !== null && (
        <JobCheckDialog
          keys={checking.keys}
          onClose={(handedIn) => {
            if (handedIn) checking.clear();
            setChecking(null);
          }}
        />
      )}
      {asked !== null && (
        <AskReason
          asked={asked}
          onClose={() => {
            setAsked(null);
          }}
        />
      )}
      {opened?.what === 'teachers' && (
        <JobTeachersDialog
          teachingClassId={textOf(opened.row['teachingClassId'])}
          onClose={() => {
            setOpened(null);
          }}
        />
      )}
      {opened?.what === 'split' && (
        <JobSplitDialog
          row={opened.row}
          onClose={() => {
            setOpened(null);
          }}
        />
      )}
      {opened?.what === 'change' && (
        <JobChangeDialog
          row={opened.row}
          onClose={() => {
            setOpened(null);
          }}
        />
      )}
    </>
  );
}

/** Asks why, does it to all of them, and tells of which it could not be done. */
function AskReason({ asked: { what, keys, clear }, onClose }: { asked: Asked; onClose: () => void }) {
  const { operation, title, done, warning } = withReason[what];
  return (
    <ReasonDialog
      opened
      title={`${title}（${String(keys.length)} 个）`}
      warning={warning}
      label="原因"
      confirmText={title}
      operation={operation}
      input={(reason) => ({ keys: [...keys], reason })}
      invalidates={[...stale, 'teachingClassTeacher.', 'teachingClassStudent.']}
      onDone={(result) => {
        tellResults(done, result);
        clear();
        onClose();
      }}
      onClose={onClose}
    />
  );
}
