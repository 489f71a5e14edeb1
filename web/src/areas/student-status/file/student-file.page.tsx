import { Alert, Button } from '@mantine/core';
import { IconClockHour4, IconEye, IconPrinter } from '@tabler/icons-react';
import {
  ownStudentFile,
  printOwnFile,
  printStudentFile,
  revealStudentFile,
  studentFile,
  type StudentFile,
} from '@jwxt/contracts/student-status/file/student-file.operations.ts';
import { useState, type ReactNode } from 'react';
import { z } from 'zod';
import { call } from '../../../lib/api.ts';
import { useDownload } from '../../../lib/download.ts';
import { notify } from '../../../lib/notify.ts';
import { usePageState } from '../../../lib/page-state.ts';
import { useOperation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { StudentPicker } from '../../../pickers/student-picker.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { EmptyState, QueryFaces } from '../../../ui/faces.tsx';
import { Card, Page } from '../../../ui/page.tsx';
import { FileHead } from './file-head.tsx';
import { FileParts, type FilePart } from './file-tabs.tsx';
import classes from './student-file.module.css';

const text = z.string().catch('').default('');
/** What the page shows: student, day, and which part of the file. */
const pageState = z.object({ studentCode: text, day: text, part: text });

/** 学生档案 (STUDENT-STATUS-05): everything of a student, now or as of a day. */
export function StudentFilePage() {
  const [state, setState] = usePageState(pageState);
  const { studentCode, day } = state;
  const query = useOperation(studentFile, { studentCode, day }, { enabled: studentCode !== '', keepPrevious: false });
  const mayReveal = useMay('studentInfo:reveal');
  const mayPrint = useMay('studentFile:print');
  const print = useDownload(printStudentFile);
  // Of the file that is shown alone: another student or day is in masks again.
  const [revealed, setRevealed] = useState<{ of: StudentFile; file: StudentFile } | null>(null);
  const reveal = (of: StudentFile): void => {
    call(revealStudentFile, { studentCode, day }).then(
      (file) => {
        setRevealed({ of, file });
      },
      (error: unknown) => {
        notify.failure(error, '查询失败');
      },
    );
  };
  const found = query.data;
  const isWhole = revealed !== null && revealed.of === found;
  return (
    <FilePage
      title="学生档案"
      day={day}
      onDay={(chosen) => {
        setState({ day: chosen });
      }}
      picker={
        <>
          <label htmlFor="file-student">学生</label>
          <div className={classes['student']}>
            <StudentPicker
              id="file-student"
              value={found?.student.studentCode === studentCode ? { ...found.student } : null}
              onChange={(student) => {
                setState({ studentCode: student?.studentCode ?? '' });
              }}
            />
          </div>
        </>
      }
      actions={
        found && (
          <>
            {mayReveal && !isWhole && (
              <Button
                variant="default"
                leftSection={<IconEye size={15} />}
                onClick={() => {
                  reveal(found);
                }}
              >
                查看完整信息
              </Button>
            )}
            {mayPrint && (
              <Button
                leftSection={<IconPrinter size={15} />}
                loading={print.isPending}
                onClick={() => {
                  print.start({ studentCode, day });
                }}
              >
                打印档案
              </Button>
            )}
          </>
        )
      }
    >
      {studentCode === '' ? (
        <Card grow>
          <EmptyState title="选择学生" reason="可以看到学籍、家庭、证书、标签和学籍经历，也可以看任意一天" />
        </Card>
      ) : (
        <QueryFaces query={query}>
          {(file) => (
            <FileView
              file={isWhole ? revealed.file : file}
              part={state.part}
              onPart={(part) => {
                setState({ part });
              }}
              onNow={() => {
                setState({ day: '' });
              }}
              scores
            />
          )}
        </QueryFaces>
      )}
    </FilePage>
  );
}

/** 我的档案: a student's own file. */
export function OwnFilePage() {
  const [state, setState] = usePageState(pageState);
  const { day } = state;
  const query = useOperation(ownStudentFile, { day }, { keepPrevious: false });
  const print = useDownload(printOwnFile);
  return (
    <FilePage
      title="我的档案"
      day={day}
      onDay={(chosen) => {
        setState({ day: chosen });
      }}
      actions={
        <Button
          leftSection={<IconPrinter size={15} />}
          disabled={!query.data}
          loading={print.isPending}
          onClick={() => {
            print.start({ day });
          }}
        >
          打印档案
        </Button>
      }
    >
      <QueryFaces query={query}>
        {(file) => (
          <FileView
            file={file}
            part={state.part}
            onPart={(part) => {
              setState({ part });
            }}
            onNow={() => {
              setState({ day: '' });
            }}
          />
        )}
      </QueryFaces>
    </FilePage>
  );
}

interface FilePageProps {
  title: string;
  day: string;
  onDay: (day: string) => void;
  picker?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

function FilePage({ title, day, onDay, picker, actions, children }: FilePageProps) {
  return (
    <Page title={title} fill={false}>
      <Card>
        <div className={classes['search']}>
          {picker}
          <label htmlFor="file-day">查看日期</label>
          <div className={classes['day']}>
            <DateField
              id="file-day"
              value={day === '' ? null : day}
              placeholder="今天"
              clearable
              onChange={(chosen) => {
                onDay(chosen ?? '');
              }}
            />
          </div>
          <span className={classes['actions']}>{actions}</span>
        </div>
      </Card>
      {children}
    </Page>
  );
}

interface FileViewProps {
  file: StudentFile;
  part: string;
  onPart: (part: FilePart) => void;
  onNow: () => void;
  /** There is a way to the student's scores. */
  scores?: boolean;
}

function FileView({ file, part, onPart, onNow, scores = false }: FileViewProps) {
  return (
    <>
      {file.day !== null && (
        <Alert color="blue" p={8} icon={<IconClockHour4 size={16} />}>
          以下是 {file.day} 的情况：{recordText(file)}
          <Button variant="subtle" size="compact-xs" onClick={onNow}>
            回到今天
          </Button>
        </Alert>
      )}
      <FileHead file={file} scores={scores} />
      <FileParts file={file} part={part} onPart={onPart} />
    </>
  );
}

/** What is known of a day that is over. */
function recordText({ day, recordedSince, enrolled }: StudentFile): string {
  if (!enrolled) return '该日尚未入学，没有学籍。';
  if (recordedSince === null) return '学籍状态和班级有记录；其他项目没有修改记录，该日的内容不详。';
  return recordedSince > (day ?? '')
    ? `学籍状态和班级有记录；其他项目自 ${recordedSince} 起有记录，该日的内容不详。`
    : '按当日的记录显示；按自动规则持有的标签除外。';
}
