import { Button, Radio, Group as Row, Select } from '@mantine/core';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import {
  generateMakeupLists,
  previewMakeupLists,
  runningGeneration,
} from '@jwxt/contracts/makeup/makeup-list.operations.ts';
import { semesters } from '@jwxt/contracts/score/score-entry.operations.ts';
import { makeupOption, type MakeupOption } from '@jwxt/contracts/score/score.vocabulary.ts';
import { useState } from 'react';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { useUser } from '../../lib/session.ts';
import { LongJobPanel } from '../../pickers/long-job-panel.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { DateTimeField } from '../../ui/date-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { QueryFaces } from '../../ui/faces.tsx';
import { Field } from '../../ui/search-form.tsx';
import { fieldErrorsOf } from '../../lib/field-errors.ts';
import classes from './makeup.module.css';
import { CancelButton } from '../../ui/unsaved-input.tsx';

type Preview = OutputOf<typeof previewMakeupLists>;

/**
 * Generating: what it would do, group by group and with everybody who is left out and why; then the job as it goes on,
 * also when it was started before.
 */
export function GenerateListsDialog({ onClose }: { onClose: () => void }) {
  const underWay = useOperation(runningGeneration, {}, { staleTime: 0, keepPrevious: false });
  const [started, setStarted] = useState<string | null>(null);
  const jobId = started ?? underWay.data?.jobId ?? null;
  if (jobId === null && underWay.data !== undefined)
    return <GenerationForm due={underWay.data.dueSemesterId} onClose={onClose} onStarted={setStarted} />;
  return (
    <Dialog
      opened
      width={820}
      title="生成补缓考名单"
      onClose={onClose}
      footer={
        <Button variant="default" onClick={onClose}>
          关闭
        </Button>
      }
      {...(jobId === null ? {} : { footerNote: '可以关闭此窗口，任务在后台继续；随时在“任务进度”中查看' })}
    >
      {jobId === null ? (
        <QueryFaces query={underWay} compact rows={3}>
          {() => null}
        </QueryFaces>
      ) : (
        <LongJobPanel jobId={jobId} invalidates={['makeupList.']} />
      )}
    </Dialog>
  );
}

/** `due`: the semester whose make-up is due; without one the form begins with the last. */
function GenerationForm({
  due,
  onClose,
  onStarted,
}: {
  due: string | null;
  onClose: () => void;
  onStarted: (jobId: string) => void;
}) {
  const user = useUser();
  const list = useOperation(semesters, {}, { staleTime: 3_600_000 });
  const options = list.data?.list.map((one) => ({ value: one.xnxq, label: one.xnxqmc })) ?? [];
  const previous = options[options.findIndex(({ value }) => value === user.semester) + 1]?.value ?? user.semester;
  const [form, setForm] = useState<{
    source: string | null;
    semester: string;
    option: MakeupOption;
    begin: string | null;
    end: string | null;
  }>({ source: null, semester: user.semester, option: makeupOption.replacesExam, begin: null, end: null });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [preview, setPreview] = useState<Preview | null>(null);
  const source = form.source ?? due ?? previous;
  const onError = (error: unknown) => {
    setErrors(fieldErrorsOf(error));
  };
  const look = useOperationMutation(previewMakeupLists, { onSuccess: setPreview, onError });
  const generate = useOperationMutation(generateMakeupLists, {
    invalidates: ['longJob.'],
    onSuccess: ({ jobId }) => {
      onStarted(jobId);
    },
    onError,
  });
  const submit = () => {
    const { begin, end } = form;
    if (begin === null || end === null) {
      setErrors({
        ...(begin === null ? { scoreTermInputBeginTime: '必填' } : {}),
        ...(end === null ? { scoreTermInputEndTime: '必填' } : {}),
      });
      return;
    }
    setErrors({});
    const input = {
      sourceSemesterId: source,
      semesterId: form.semester,
      makeupAndDelayTemplateValue: form.option,
      scoreTermInputBeginTime: begin,
      scoreTermInputEndTime: end,
    };
    if (preview === null) look.mutate(input);
    else generate.mutate(input);
  };
  const waiting = look.isPending || generate.isPending;
  return (
    <Dialog
      opened
      width={preview === null ? 620 : 900}
      title={preview === null ? '生成补缓考名单' : '确认生成'}
      onClose={onClose}
      input={form}
      footer={
        <>
          {preview === null ? (
            <CancelButton />
          ) : (
            <Button
              variant="default"
              disabled={waiting}
              onClick={() => {
                setPreview(null);
              }}
            >
              上一步
            </Button>
          )}
          <Button loading={waiting} disabled={preview?.addedNum === 0} onClick={submit}>
            {preview === null ? '下一步：预览' : `生成（${String(preview.addedNum)} 人）`}
          </Button>
        </>
      }
    >
      {preview === null ? (
        <div className={classes['form']}>
          <p className={classes['lead']}>
            {'名单来自原学期已公布的成绩：首次修读不及格（备注为正常或缺考）且未用完补考次数的学生，以及缓考学生。' +
              '再次生成只增加新学生，不移出已有学生。'}
          </p>
          <Field label="原学期" htmlFor="generate-source" required error={errors['sourceSemesterId']}>
            <Select
              id="generate-source"
              data={options}
              value={source}
              allowDeselect={false}
              searchable
              comboboxProps={{ zIndex: 320 }}
              onChange={(value) => {
                setForm({ ...form, source: value });
              }}
            />
          </Field>
          <Field label="补考学期" htmlFor="generate-semester" required error={errors['semesterId']}>
            <Select
              id="generate-semester"
              data={options}
              value={form.semester}
              allowDeselect={false}
              searchable
              comboboxProps={{ zIndex: 320 }}
              onChange={(value) => {
                if (value !== null) setForm({ ...form, semester: value });
              }}
            />
          </Field>
          <Field label="补缓考方式" required error={errors['makeupAndDelayTemplateValue']}>
            <Radio.Group
              value={form.option}
              onChange={(value) => {
                setForm({
                  ...form,
                  option: value === makeupOption.countsAlone ? makeupOption.countsAlone : makeupOption.replacesExam,
                });
              }}
              aria-label="补缓考方式"
            >
              <Row h={32}>
                <Radio value={makeupOption.replacesExam} label="替代期末（其他分项用原成绩）" />
                <Radio value={makeupOption.countsAlone} label="100%（只看补缓考成绩）" />
              </Row>
            </Radio.Group>
          </Field>
          <Field label="录入开始" required error={errors['scoreTermInputBeginTime']}>
            <DateTimeField
              label="录入开始时间"
              value={form.begin}
              error={errors['scoreTermInputBeginTime'] !== undefined}
              onChange={(begin) => {
                setForm({ ...form, begin });
              }}
            />
          </Field>
          <Field label="录入截止" required error={errors['scoreTermInputEndTime'] ?? errors['window.end']}>
            <DateTimeField
              label="录入截止时间"
              endOfDay
              value={form.end}
              error={errors['scoreTermInputEndTime'] !== undefined}
              onChange={(end) => {
                setForm({ ...form, end });
              }}
            />
          </Field>
        </div>
      ) : (
        <PreviewTable preview={preview} />
      )}
    </Dialog>
  );
}

function PreviewTable({ preview: { courses, addedNum, skipped } }: { preview: Preview }) {
  return (
    <>
      <p className={classes['lead']}>
        {addedNum === 0
          ? '没有需要新增的学生。'
          : `${String(courses.length)} 门课程，将新增 ${String(addedNum)} 名学生；逐门课程核对后列入。`}
      </p>
      <div className={classes['preview']}>
        <DataTable
          label="将生成的名单"
          dense
          rows={courses}
          rowKey={(row) => row.courseId}
          numberFrom={1}
          empty={{ reason: '没有需要新增的学生' }}
          columns={[
            {
              key: 'course',
              title: '课程',
              width: 'auto',
              align: 'left',
              ellipsis: true,
              render: (row) => `${row.courseName}（${row.courseNum}）`,
            },
            {
              key: 'unit',
              title: '开课单位',
              width: 220,
              align: 'left',
              ellipsis: true,
              render: (row) => row.openDepartmentName,
            },
            { key: 'makeup', title: '补考', width: 80, align: 'right', render: (row) => row.makeupNum },
            { key: 'deferred', title: '缓考', width: 80, align: 'right', render: (row) => row.deferredNum },
          ]}
        />
      </div>
      {skipped.length > 0 && (
        <ul className={classes['skipped']} aria-label="未列入名单">
          {skipped.map(({ reason, count }) => (
            <li key={reason}>
              {reason}：{count} 人，不列入
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
