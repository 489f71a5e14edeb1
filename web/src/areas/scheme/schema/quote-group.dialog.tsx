import { quoteCourseGroup, usableCourseGroups } from '@jwxt/contracts/scheme/schema/schema-course.operations.ts';
import { Button, Stack } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { notify } from '../../../lib/notify.ts';
import { useOperation, useOperationMutation } from '../../../lib/queries.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/search-form.tsx';
import { SearchableSelect } from '../../../ui/searchable-select.tsx';
import { CancelButton } from '../../../ui/unsaved-input.tsx';
import { classOptions, termOptions } from './course-edit.dialog.tsx';
import type { SchemaEditor } from './use-schema-editor.ts';

type QuoteGroupProps = { majorSchemaKey: string; editor: SchemaEditor; onClose: () => void };

/** Copies the courses of a group into the scheme; those that are there already stay as they are. */
export function QuoteGroupDialog({ majorSchemaKey, editor, onClose }: QuoteGroupProps) {
  const groups = useOperation(usableCourseGroups, { majorSchemaKey });
  const [groupId, setGroupId] = useState('');
  const [classifyId, setClassifyId] = useState('');
  const [term, setTerm] = useState(1);
  const [asked, setAsked] = useState(false);
  const chosen = groups.data?.list.find(({ courseGroupId }) => courseGroupId === groupId);
  const quote = useOperationMutation(quoteCourseGroup, {
    onSuccess: ({ rows }) => {
      notify.success(rows.length === 0 ? '课组的课程都已在方案中' : `已引用 ${String(rows.length)} 门课程`);
      void editor.refetch();
      onClose();
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    setAsked(true);
    if (groupId !== '' && classifyId !== '' && !quote.isPending)
      quote.mutate({ majorSchemaKey, courseGroupId: groupId, classifyId, term });
  };
  return (
    <Dialog opened onClose={onClose} width={600} title="引用课组" input={[groupId, classifyId]}>
      <form onSubmit={submit} noValidate>
        <Stack gap={12}>
          <Field label="课组" htmlFor="quote-group" required error={asked && groupId === ''}>
            <SearchableSelect
              id="quote-group"
              query={groups}
              options={(groups.data?.list ?? []).map((group) => ({
                code: group.courseGroupId,
                name:
                  `${group.courseGroupName}（${group.departmentName}，` +
                  `${group.groupTypeName}，${String(group.courses.length)} 门）`,
              }))}
              value={groupId || null}
              onChange={(code) => {
                setGroupId(code ?? '');
              }}
            />
          </Field>
          {chosen && (
            <Field
              label="课程"
              hint={chosen.quoted > 0 ? `方案中已有 ${String(chosen.quoted)} 门来自该课组` : undefined}
            >
              {chosen.courses
                .map(
                  ({ courseName, term: suggested }) =>
                    `${courseName}${suggested === null ? '' : `（第${String(suggested)}学期）`}`,
                )
                .join('、')}
            </Field>
          )}
          <Field label="课程分类" htmlFor="quote-class" required error={asked && classifyId === ''}>
            <SearchableSelect
              id="quote-class"
              options={classOptions(editor.frame)}
              value={classifyId || null}
              onChange={(code) => {
                setClassifyId(code ?? '');
              }}
            />
          </Field>
          <Field label="学期" htmlFor="quote-term" hint="课组没有建议学期的课程放在这一学期">
            <SearchableSelect
              id="quote-term"
              options={termOptions}
              value={String(term)}
              clearable={false}
              onChange={(code) => {
                setTerm(Number(code ?? 1));
              }}
            />
          </Field>
          <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 12 }}>
            <CancelButton />
            <Button type="submit" loading={quote.isPending}>
              引用
            </Button>
          </div>
        </Stack>
      </form>
    </Dialog>
  );
}
