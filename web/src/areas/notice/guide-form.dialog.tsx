import { Button, Select, TextInput } from '@mantine/core';
import { GUIDE_FILES } from '@jwxt/contracts/file/file.vocabulary.ts';
import { guideDetail } from '@jwxt/contracts/notice/notice.operations.ts';
import { guideCreate, guideUpdate } from '@jwxt/contracts/notice/publishing.operations.ts';
import { useState } from 'react';
import type { ApiError } from '../../lib/api-error.ts';
import { newCommandId } from '../../lib/command-id.ts';
import { notify } from '../../lib/notify.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { AttachmentList } from '../../pickers/attachment-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { QueryFaces } from '../../ui/faces.tsx';
import { RichTextEditor } from '../../ui/rich-text/rich-text-editor.tsx';
import { Field } from '../../ui/search-form.tsx';
import { fieldErrorsOf } from '../../lib/field-errors.ts';
import classes from './notice.module.css';
import { CancelButton } from '../../ui/unsaved-input.tsx';

/** A draft as the list knows it; its text is fetched. */
export type StoredGuide = { operationGuideId: string; noticeName: string; domainService: string };
type Draft = StoredGuide & { content: string };
type Choices = readonly { value: string; label: string }[];

/** Writes a guide: a new one, or the given draft. */
export function GuideFormDialog({
  guide,
  domains,
  onClose,
}: {
  guide: StoredGuide | null;
  domains: Choices;
  onClose: () => void;
}) {
  return guide === null ? (
    <GuideForm
      start={() => ({ operationGuideId: newCommandId(), noticeName: '', domainService: '', content: '' })}
      isNew
      domains={domains}
      onClose={onClose}
    />
  ) : (
    <StoredGuideForm guide={guide} domains={domains} onClose={onClose} />
  );
}

function StoredGuideForm({ guide, domains, onClose }: { guide: StoredGuide; domains: Choices; onClose: () => void }) {
  const query = useOperation(
    guideDetail,
    { operationGuideId: guide.operationGuideId },
    { keepPrevious: false, staleTime: 0 },
  );
  const { data } = query;
  if (data === undefined || query.isFetching)
    return (
      <Dialog opened onClose={onClose} width={960} title="修改操作指南">
        <QueryFaces query={{ ...query, data: undefined }}>{() => null}</QueryFaces>
      </Dialog>
    );
  return (
    <GuideForm start={() => ({ ...guide, content: data.content })} isNew={false} domains={domains} onClose={onClose} />
  );
}

function GuideForm({
  start,
  isNew,
  domains,
  onClose,
}: {
  start: () => Draft;
  isNew: boolean;
  domains: Choices;
  onClose: () => void;
}) {
  const [first] = useState(start);
  const [draft, setDraft] = useState(first);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const save = useOperationMutation(isNew ? guideCreate : guideUpdate, {
    invalidates: ['guide.'],
    success: true,
    onSuccess: onClose,
    onError: (error: ApiError) => {
      setErrors(fieldErrorsOf(error));
      if (error.fieldErrors.length === 0) notify.failure(error);
    },
  });
  const set = (change: Partial<Draft>) => {
    setDraft({ ...draft, ...change });
    setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in change))));
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      input={draft}
      width={960}
      title={isNew ? '新增操作指南' : '修改操作指南'}
      closeOnClickOutside={false}
      footerNote="保存为草稿，发布后可供查阅"
      footer={
        <>
          <CancelButton />
          <Button
            loading={save.isPending}
            onClick={() => {
              save.mutate(draft);
            }}
          >
            保存草稿
          </Button>
        </>
      }
    >
      <div className={classes['form']}>
        <Field label="指南名称" htmlFor="guide-name" required error={errors['noticeName']}>
          <TextInput
            id="guide-name"
            data-autofocus
            placeholder="请输入指南名称"
            maxLength={100}
            error={errors['noticeName'] !== undefined}
            value={draft.noticeName}
            onChange={(event) => {
              set({ noticeName: event.currentTarget.value });
            }}
          />
        </Field>
        <Field label="服务域" htmlFor="guide-form-domain" required error={errors['domainService']}>
          <Select
            id="guide-form-domain"
            placeholder="请选择"
            searchable
            comboboxProps={{ zIndex: 320 }}
            error={errors['domainService'] !== undefined}
            value={draft.domainService === '' ? null : draft.domainService}
            data={domains}
            onChange={(value) => {
              set({ domainService: value ?? '' });
            }}
          />
        </Field>
        <Field label="内容" required>
          <RichTextEditor
            label="内容"
            error={errors['content']}
            value={draft.content}
            placeholder="请输入内容"
            minHeight={260}
            onChange={(content) => {
              set({ content });
            }}
          />
        </Field>
        <Field label="附件">
          <AttachmentList businessTable={GUIDE_FILES} businessId={draft.operationGuideId} mode="edit" />
        </Field>
      </div>
    </Dialog>
  );
}
