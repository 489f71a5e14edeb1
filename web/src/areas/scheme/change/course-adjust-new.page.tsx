import { hourCheckDetail } from '@jwxt/contracts/scheme/change/adjust-views.operations.ts';
import {
  ADJUST_REASON_MAX,
  insertCourseAdjustOperation,
  queryAdjustedSchema,
  updateCourseAdjustOperation,
} from '@jwxt/contracts/scheme/change/course-adjust.operations.ts';
import {
  courseAdjustTypeNames,
  type CourseAdjustType,
} from '@jwxt/contracts/scheme/change/course-adjust.vocabulary.ts';
import { Alert, Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { fieldErrorsOf } from '../../../lib/field-errors.ts';
import { usePageAddress, useUnsavedWork } from '../../../lib/page-address.ts';
import { useOperation, useOperationMutation } from '../../../lib/queries.ts';
import { GradeMajorSearch } from '../grade-major-search.tsx';
import { CountedTextarea } from '../../../ui/counted-textarea.tsx';
import { EmptyState, QueryFaces } from '../../../ui/faces.tsx';
import { Card, Page } from '../../../ui/page.tsx';
import { Field } from '../../../ui/search-form.tsx';
import { ChangedRows, CreditSums } from './adjusted-schema.tsx';
import { COURSE_ADJUSTS_PATH, courseAdjustPath } from './change-path.ts';
import { AdjustFields } from './course-adjust-fields.tsx';
import { afterOf, askedOf, emptyForm, formOfKept, type AdjustForm } from './course-adjust-form.model.ts';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';

/** 新增课程调整: which row, what of it, and what that does to the plan; or a kept one again (`?again=`). */
export function CourseAdjustNewPage() {
  const { again } = usePageAddress().search as { again?: string };
  return (
    <Page title={again === undefined ? '新增课程调整' : '修改课程调整'} fill={false}>
      {again === undefined ? <Application applyId={null} first={emptyForm} /> : <Again key={again} applyId={again} />}
    </Page>
  );
}

function Again({ applyId }: { applyId: string }) {
  const query = useOperation(hourCheckDetail, { applyId }, { keepPrevious: false, staleTime: 0 });
  if (query.data !== undefined) return <Application applyId={applyId} first={formOfKept(query.data)} />;
  return (
    <Card>
      <QueryFaces query={query} rows={6}>
        {() => null}
      </QueryFaces>
    </Card>
  );
}

const types = Object.entries(courseAdjustTypeNames).map(([value, label]) => ({ value, label }));
const stale = ['courseAdjustInfo', 'courseHourAdjustCheck.'];

function Application({ applyId, first }: { applyId: string | null; first: AdjustForm }) {
  const { replaceWith } = usePageAddress();
  const [form, setForm] = useState(first);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const asked = askedOf(form);
  const schema = useOperation(
    queryAdjustedSchema,
    { ...(asked ?? { gradeMajorId: '', adjustType: form.adjustType, after: {} }), ...(applyId ? { applyId } : {}) },
    { enabled: asked !== null, keepPrevious: true, staleTime: 0 },
  );
  const done = {
    invalidates: stale,
    success: true,
    onSuccess: (kept: { applyId: string }) => {
      replaceWith(courseAdjustPath(kept.applyId));
    },
    onError: (error: { readonly message: string }) => {
      setErrors({ form: error.message, ...fieldErrorsOf(error) });
    },
  } as const;
  const insert = useOperationMutation(insertCourseAdjustOperation, done);
  const update = useOperationMutation(updateCourseAdjustOperation, done);
  const busy = insert.isPending || update.isPending;
  useUnsavedWork(form !== first && !insert.isSuccess && !update.isSuccess);
  const change = (part: Partial<AdjustForm>) => {
    setForm({ ...form, ...part });
    setErrors({});
  };
  const save = () => {
    if (busy) return;
    if (form.adjustReason.trim() === '') {
      setErrors({ adjustReason: '必填' });
      return;
    }
    if (asked === null) {
      setErrors({ form: '请先选择年级专业和课程' });
      return;
    }
    const { adjustReason } = form;
    if (applyId === null) insert.mutate({ ...asked, adjustReason });
    else update.mutate({ applyId, after: afterOf(form), adjustReason });
  };
  return (
    <>
      <Card title="调整内容">
        <Group gap={16} align="flex-start" mb={14}>
          <div style={{ width: 300 }}>
            <Field label="年级专业" htmlFor="adjust-major" required error={errors['gradeMajorId']}>
              <GradeMajorSearch
                id="adjust-major"
                placeholder="请输入名称或代码查找"
                clearable={false}
                disabled={applyId !== null}
                value={form.gradeMajorId || null}
                onChange={(code) => {
                  setErrors({});
                  setForm({ ...emptyForm, adjustType: form.adjustType, gradeMajorId: code ?? '' });
                }}
              />
            </Field>
          </div>
          <Field label="调整类型" required error={errors['adjustType']}>
            <SegmentedControl
              aria-label="调整类型"
              data={types}
              disabled={applyId !== null}
              value={form.adjustType}
              onChange={(value) => {
                setErrors({});
                setForm({ ...emptyForm, gradeMajorId: form.gradeMajorId, adjustType: value as CourseAdjustType });
              }}
            />
          </Field>
        </Group>
        {form.gradeMajorId === '' ? (
          <EmptyState compact title="请先选择年级专业" reason="选择后列出其执行计划中的课程" />
        ) : (
          <AdjustFields form={form} fixed={applyId !== null} errors={errors} onChange={change} />
        )}
        <div style={{ marginTop: 14 }}>
          <Field label="原因" required error={errors['adjustReason']}>
            <CountedTextarea
              label="原因"
              maxLength={ADJUST_REASON_MAX}
              placeholder="为什么要调整"
              value={form.adjustReason}
              error={errors['adjustReason'] !== undefined}
              onChange={(adjustReason) => {
                change({ adjustReason });
              }}
            />
          </Field>
        </div>
      </Card>
      {asked !== null && schema.data !== undefined && (
        <>
          <Card title="调整前后" flush>
            <ChangedRows changes={schema.data.changes} />
          </Card>
          <Card title="学分" note={`学分变化 ${schema.data.creditDiff}`} flush>
            <CreditSums schema={schema.data} />
          </Card>
        </>
      )}
      <Card>
        {errors['form'] !== undefined && (
          <Alert color="red" mb={12} p={8} role="alert">
            {errors['form']}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button
            variant="default"
            component={Link}
            to={applyId === null ? COURSE_ADJUSTS_PATH : courseAdjustPath(applyId)}
          >
            返回
          </Button>
          <Button loading={busy} onClick={save}>
            保存
          </Button>
        </Group>
      </Card>
    </>
  );
}
