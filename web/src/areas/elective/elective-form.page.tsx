import { ActionIcon, Alert, Button, Group as Row, Radio } from '@mantine/core';
import { IconAlertTriangle, IconArrowLeft, IconDeviceFloppy, IconSend } from '@tabler/icons-react';
import { businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { electiveErrors, electiveForm } from '@jwxt/contracts/elective/elective-form.ts';
import {
  electiveDetail,
  electiveOptions,
  electiveSubmit,
  roundCheckout,
  roundState,
} from '@jwxt/contracts/elective/elective.operations.ts';
import {
  COURSE_FILES,
  COURSE_INFO_HINT,
  electiveFileNames,
  electiveLabels,
  INFO_MAX,
  REMARK_MAX,
  TEACHER_FILES,
  TEACHER_INFO_MIN,
} from '@jwxt/contracts/elective/elective.vocabulary.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/api.ts';
import { newCommandId } from '../../lib/command-id.ts';
import { notify } from '../../lib/notify.ts';
import { usePageAddress, useUnsavedWork } from '../../lib/page-address.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { AttachmentList } from '../../pickers/attachment-list.tsx';
import { TeacherPicker } from '../../pickers/teacher-picker.tsx';
import { QueryFaces } from '../../ui/faces.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Field } from '../../ui/search-form.tsx';
import { CourseFields } from './course-fields.tsx';
import { fieldsOf, newFields, toDraft, type ElectiveFields } from './elective-form.model.ts';
import { electivePath, electivePaths } from './elective-path.ts';
import classes from './elective.module.css';
import { HourFields } from './hour-fields.tsx';
import { useKeptForm } from './kept-form.ts';
import { KeptLine } from './kept-state.tsx';
import { LongText } from './long-text.tsx';
import { RangeFields } from './range-fields.tsx';

type Detail = OutputOf<typeof electiveDetail>;

/** A new application, or one that was kept, returned or recalled (`?planId=`). */
export function ElectiveFormPage() {
  // What is shown stays the same plan when its id comes into the address.
  const [known] = useState((usePageAddress().search as { planId?: string }).planId);
  const detail = useOperation(
    electiveDetail,
    { planId: known ?? '' },
    { enabled: known !== undefined, keepPrevious: false, staleTime: Infinity },
  );
  const options = useOperation(electiveOptions, {}, { staleTime: 60_000 });
  const waiting =
    known !== undefined && detail.data === undefined ? detail : options.data === undefined ? options : null;
  return (
    <Page title="填写公选课申请" fill={false}>
      {waiting || options.data === undefined ? (
        <Card grow>
          <QueryFaces query={waiting ?? options} rows={8}>
            {() => null}
          </QueryFaces>
        </Card>
      ) : (
        <Form detail={detail.data ?? null} options={options.data} />
      )}
    </Page>
  );
}

function Form({ detail, options }: { detail: Detail | null; options: OutputOf<typeof electiveOptions> }) {
  const { replaceWith, setSearch } = usePageAddress();
  const [planId] = useState(() => detail?.planId ?? newCommandId());
  const [first] = useState<ElectiveFields>(() => (detail ? fieldsOf(detail) : newFields(options)));
  const { fields, change, state, keep, revision } = useKeptForm(planId, first, detail?.revision ?? -1, () => {
    setSearch((old) => ({ ...old, planId }), false);
  });
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [attempted, setAttempted] = useState(false);
  const [told, setTold] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [isChecking, setChecking] = useState(false);
  const page = useRef<HTMLDivElement>(null);
  const wrong = electiveErrors(toDraft(fields));
  const errors = {
    ...Object.fromEntries(
      Object.entries(wrong).filter(([field]) => attempted || touched.has(field.split('.')[0] ?? '')),
    ),
    ...told,
  };
  const focusFirst = () => {
    requestAnimationFrame(() => {
      page.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    });
  };
  const showTold = (found: readonly { field: string; message: string }[]) => {
    setTold(Object.fromEntries(found.map(({ field, message }) => [field.replace(/^form\./, ''), message])));
    focusFirst();
  };
  const submit = useOperationMutation(electiveSubmit, {
    invalidates: ['elective.', 'approval.'],
    success: true,
    onSuccess: () => {
      replaceWith(electivePath(planId));
    },
    onError: (error: ApiError) => {
      setProblem(error.traceId === null ? error.message : `${error.message}（追踪号 ${error.traceId}）`);
      showTold(error.fieldErrors);
    },
  });
  useUnsavedWork(state.kind !== 'kept' && !submit.isSuccess);

  const edit = (next: Partial<ElectiveFields>) => {
    setTold({});
    setProblem(null);
    change(next);
  };
  const touch = (field: string) => {
    setTouched((old) => (old.has(field) ? old : new Set([...old, field])));
  };
  const saveNow = async () => {
    if (await keep()) notify.success('保存成功');
  };
  const send = async () => {
    setAttempted(true);
    const parsed = electiveForm.safeParse(toDraft(fields));
    if (!parsed.success) {
      setProblem(`还有 ${String(Object.keys(wrong).length)} 处需要修改，已标出`);
      focusFirst();
      return;
    }
    setChecking(true);
    try {
      if (!(await keep())) return;
      const round = await call(roundCheckout, { semester: fields.semester, ...(revision() === -1 ? {} : { planId }) });
      // What was sent back may be corrected after the round; the server judges it.
      if (
        round.type === roundState.clashing ||
        (round.type !== roundState.open && detail?.approvalBusinessStatus !== businessStatus.returned)
      ) {
        setProblem(round.message);
        showTold(round.clashes);
        return;
      }
      submit.mutate({ planId, revision: revision(), form: parsed.data });
    } catch (error) {
      notify.failure(error, '送审失败');
    } finally {
      setChecking(false);
    }
  };
  const part = { fields, errors, options, onChange: edit, onTouch: touch };
  return (
    <div ref={page} style={{ display: 'contents' }}>
      {detail?.opinion && (
        <Alert color="red" icon={<IconAlertTriangle size={16} />} p={10} title="退回意见">
          {detail.opinion}
        </Alert>
      )}
      <Card
        title={
          <Row gap={8}>
            <ActionIcon
              component={Link}
              to={electivePaths.own}
              variant="subtle"
              color="gray"
              size={28}
              aria-label="返回公选课申请"
              title="返回公选课申请"
            >
              <IconArrowLeft size={18} />
            </ActionIcon>
            {detail && detail.round > 0 ? '修改公选课申请' : '公选课申请'}
          </Row>
        }
        note="带 * 的必填"
      >
        <CourseFields {...part} />
      </Card>
      <Card
        title={
          <>
            <Star />
            {electiveLabels.hourList}
          </>
        }
      >
        <HourFields
          hourList={fields.hourList}
          totalHour={fields.totalHour}
          errors={errors}
          onChange={(hourList) => {
            edit({ hourList });
          }}
        />
        {errors['hourList'] !== undefined && (
          <div className={classes['hourError']} role="alert">
            {errors['hourList']}
          </div>
        )}
      </Card>
      <Card title="任课教师与选课范围">
        <div className={classes['two']}>
          <Field
            width={98}
            label={electiveLabels.teacherList}
            htmlFor="elective-teachers"
            required
            error={errors['teacherList']}
          >
            <TeacherPicker
              id="elective-teachers"
              label={electiveLabels.teacherList}
              multiple
              value={fields.teacherList}
              error={errors['teacherList'] !== undefined}
              onChange={(teacherList) => {
                edit({ teacherList });
                touch('teacherList');
              }}
            />
          </Field>
          <Field label={electiveLabels.isSchoolWide} width={98} required error={errors['isSchoolWide']}>
            <Radio.Group
              value={fields.isSchoolWide}
              aria-label={electiveLabels.isSchoolWide}
              onChange={(isSchoolWide) => {
                edit({ isSchoolWide });
              }}
            >
              <div style={{ display: 'flex', gap: 16, height: 32, alignItems: 'center' }}>
                <Radio value={yesNo.yes} label="是" size="sm" />
                <Radio value={yesNo.no} label="否，按范围" size="sm" />
              </div>
            </Radio.Group>
          </Field>
          {fields.isSchoolWide === yesNo.no && (
            <div className={classes['wide']}>
              <RangeFields
                rangeList={fields.rangeList}
                error={errors['rangeList'] !== undefined}
                onChange={(rangeList) => {
                  edit({ rangeList });
                }}
              />
              {errors['rangeList'] !== undefined && (
                <div className={classes['hourError']} role="alert">
                  {errors['rangeList']}
                </div>
              )}
            </div>
          )}
        </div>
      </Card>
      <Card title="简介与备注">
        <div style={{ display: 'grid', gap: 12 }}>
          <Field
            width={98}
            label={electiveLabels.teacherInfo}
            htmlFor="elective-teacherInfo"
            required
            error={errors['teacherInfo']}
          >
            <LongText
              id="elective-teacherInfo"
              value={fields.teacherInfo}
              error={errors['teacherInfo'] !== undefined}
              max={INFO_MAX}
              hint={`至少输入 ${String(TEACHER_INFO_MIN)} 字`}
              onChange={(teacherInfo) => {
                edit({ teacherInfo });
              }}
              onBlur={() => {
                touch('teacherInfo');
              }}
            />
          </Field>
          <Field
            width={98}
            label={electiveLabels.courseInfo}
            htmlFor="elective-courseInfo"
            required
            error={errors['courseInfo']}
          >
            <LongText
              id="elective-courseInfo"
              value={fields.courseInfo}
              error={errors['courseInfo'] !== undefined}
              max={INFO_MAX}
              hint={COURSE_INFO_HINT}
              onChange={(courseInfo) => {
                edit({ courseInfo });
              }}
              onBlur={() => {
                touch('courseInfo');
              }}
            />
          </Field>
          <Field width={98} label={electiveLabels.remark} htmlFor="elective-remark" error={errors['remark']}>
            <LongText
              id="elective-remark"
              value={fields.remark}
              rows={2}
              error={errors['remark'] !== undefined}
              max={2000}
              hint={`最多 ${String(REMARK_MAX)} 字`}
              onChange={(remark) => {
                edit({ remark });
              }}
              onBlur={() => {
                touch('remark');
              }}
            />
          </Field>
        </div>
      </Card>
      <Card title={`附件：${electiveFileNames[TEACHER_FILES] ?? ''}`} note="任课教师的职称、资格等证明材料">
        <AttachmentList businessTable={TEACHER_FILES} businessId={planId} mode="edit" />
      </Card>
      <Card title={`附件：${electiveFileNames[COURSE_FILES] ?? ''}`} note="教学大纲、教学计划等">
        <AttachmentList businessTable={COURSE_FILES} businessId={planId} mode="edit" />
      </Card>
      {problem !== null && (
        <Alert color="red" icon={<IconAlertTriangle size={16} />} p={8} role="alert">
          {problem}
        </Alert>
      )}
      <div className={classes['bar']}>
        <KeptLine state={state} saved={revision() !== -1} />
        <span>
          <Button
            variant="default"
            leftSection={<IconDeviceFloppy size={16} />}
            loading={state.kind === 'keeping'}
            onClick={() => {
              void saveNow();
            }}
          >
            保存
          </Button>
          <Button
            leftSection={<IconSend size={16} />}
            loading={isChecking || submit.isPending}
            onClick={() => {
              void send();
            }}
          >
            提交送审
          </Button>
        </span>
      </div>
    </div>
  );
}

function Star() {
  return (
    <span style={{ color: 'var(--jw-red-text)', marginRight: 4 }} aria-hidden>
      *
    </span>
  );
}
