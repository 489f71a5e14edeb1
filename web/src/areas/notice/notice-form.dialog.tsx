import { Button, Checkbox, Select, TextInput } from '@mantine/core';
import { NOTICE_FILES } from '@jwxt/contracts/file/file.vocabulary.ts';
import { yesNo, type YesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import {
  noticeInfoCreate,
  noticeInfoDetail,
  noticeInfoPublish,
  noticeInfoUpdate,
  noticeTypeList,
} from '@jwxt/contracts/notice/publishing.operations.ts';
import { noticeDraft, type Audience } from '@jwxt/contracts/notice/publishing.command.ts';
import { useRef, useState } from 'react';
import type { ApiError } from '../../lib/api-error.ts';
import { newCommandId } from '../../lib/command-id.ts';
import { notify } from '../../lib/notify.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { AttachmentList } from '../../pickers/attachment-list.tsx';
import { confirm } from '../../ui/confirm.ts';
import { DateTimeField } from '../../ui/date-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { QueryFaces } from '../../ui/faces.tsx';
import { RichTextEditor } from '../../ui/rich-text/rich-text-editor.tsx';
import { Field } from '../../ui/search-form.tsx';
import { AudienceFields } from './audience-fields.tsx';
import { fieldErrorsOf, formErrorsOf } from '../../lib/field-errors.ts';
import classes from './notice.module.css';
import { Reader } from './reader.tsx';
import { CancelButton } from '../../ui/unsaved-input.tsx';

type Draft = {
  noticeId: string;
  noticeName: string;
  noticeTypeId: string;
  content: string;
  audience: Audience;
  topFlag: YesNo;
  needPush: YesNo;
  beginTime: string;
  endTime: string;
};

const newDraft = (): Draft => ({
  noticeId: newCommandId(),
  noticeName: '',
  noticeTypeId: '',
  content: '',
  audience: { roles: [], departments: [], grades: [], users: [] },
  topFlag: yesNo.no,
  needPush: yesNo.yes,
  beginTime: '',
  endTime: '',
});

/** Writes a notice: a new one, or the draft with the given id. */
export function NoticeFormDialog({ noticeId, onClose }: { noticeId: string | null; onClose: () => void }) {
  return noticeId === null ? (
    <NoticeForm start={newDraft} isNew names={{}} onClose={onClose} />
  ) : (
    <StoredNotice noticeId={noticeId} onClose={onClose} />
  );
}

function StoredNotice({ noticeId, onClose }: { noticeId: string; onClose: () => void }) {
  const query = useOperation(noticeInfoDetail, { noticeId }, { keepPrevious: false, staleTime: 0 });
  if (query.data === undefined || query.isFetching)
    return (
      <Dialog opened onClose={onClose} width={960} title="修改通知公告">
        <QueryFaces query={{ ...query, data: undefined }}>{() => null}</QueryFaces>
      </Dialog>
    );
  const { noticeName, noticeTypeId, content, audience, topFlag, needPush, beginTime, endTime, userNames } = query.data;
  return (
    <NoticeForm
      start={() => ({ noticeId, noticeName, noticeTypeId, content, audience, topFlag, needPush, beginTime, endTime })}
      isNew={false}
      names={userNames}
      onClose={onClose}
    />
  );
}

function NoticeForm({
  start,
  isNew,
  names,
  onClose,
}: {
  start: () => Draft;
  isNew: boolean;
  names: Record<string, string>;
  onClose: () => void;
}) {
  const [first] = useState(start);
  const [draft, setDraft] = useState(first);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [preview, setPreview] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  const types = useOperation(noticeTypeList, {}, { staleTime: 300_000 });
  const mayPublish = useMay('noticeInfo:publish');
  // Stored once, it is changed from then on: publishing may have been refused after that.
  const [stored, setStored] = useState(!isNew);
  const failed = (error: ApiError) => {
    setErrors(fieldErrorsOf(error));
    if (error.fieldErrors.length === 0) notify.failure(error);
  };
  const options = { invalidates: ['noticeInfo.'], onError: failed };
  const create = useOperationMutation(noticeInfoCreate, options);
  const update = useOperationMutation(noticeInfoUpdate, options);
  const publish = useOperationMutation(noticeInfoPublish, {
    invalidates: ['noticeInfo.', 'notice.', 'systemMessage.'],
    onError: failed,
    onSuccess: ({ pushed }) => {
      notify.success(pushed > 0 ? `发布成功，已提醒${String(pushed)}人` : '发布成功');
      onClose();
    },
  });
  const busy = create.isPending || update.isPending || publish.isPending;
  const set = (change: Partial<Draft>) => {
    setDraft({ ...draft, ...change });
    setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in change))));
  };
  const save = async (): Promise<boolean> => {
    try {
      await (stored ? update : create).mutateAsync(draft);
      setStored(true);
      return true;
    } catch {
      return false;
    }
  };
  const saveOnly = async () => {
    if (!(await save())) return;
    notify.success(isNew ? '添加成功' : '修改成功');
    onClose();
  };
  const saveAndPublish = async () => {
    // Nobody is asked about a notice that cannot be published yet.
    const found = formErrorsOf(noticeDraft, draft);
    setErrors(found);
    if (Object.keys(found).length > 0) {
      requestAnimationFrame(() => fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    if (
      !(await confirm({
        message:
          draft.beginTime === ''
            ? '发布后立即对所选范围可见，内容不能再修改。确定发布吗？'
            : `将于 ${draft.beginTime} 起对所选范围可见，内容不能再修改。确定发布吗？`,
        confirmText: '发布',
      }))
    )
      return;
    if (await save()) publish.mutate({ noticeId: draft.noticeId });
  };
  const typeName =
    types.data?.list.find(({ noticeTypeId }) => noticeTypeId === draft.noticeTypeId)?.noticeTypeName ?? '';
  return (
    <Dialog
      opened
      onClose={onClose}
      input={draft}
      width={960}
      title={isNew ? '新增通知公告' : '修改通知公告'}
      closeOnClickOutside={false}
      footerNote={
        <Button
          variant="default"
          onClick={() => {
            setPreview(true);
          }}
        >
          预览
        </Button>
      }
      footer={
        <>
          <CancelButton />
          <Button
            variant={mayPublish ? 'light' : 'filled'}
            loading={busy}
            onClick={() => {
              void saveOnly();
            }}
          >
            保存草稿
          </Button>
          {mayPublish && (
            <Button
              loading={busy}
              onClick={() => {
                void saveAndPublish();
              }}
            >
              发布
            </Button>
          )}
        </>
      }
    >
      <div ref={fields} className={classes['form']}>
        <Field label="标题" htmlFor="notice-name" required error={errors['noticeName']}>
          <TextInput
            id="notice-name"
            data-autofocus
            placeholder="请输入标题"
            maxLength={100}
            error={errors['noticeName'] !== undefined}
            value={draft.noticeName}
            onChange={(event) => {
              set({ noticeName: event.currentTarget.value });
            }}
          />
        </Field>
        <div className={classes['pair']}>
          <Field label="通知类型" htmlFor="notice-type" required error={errors['noticeTypeId']}>
            <Select
              id="notice-type"
              placeholder="请选择"
              error={errors['noticeTypeId'] !== undefined}
              comboboxProps={{ zIndex: 320 }}
              value={draft.noticeTypeId === '' ? null : draft.noticeTypeId}
              data={(types.data?.list ?? []).map(({ noticeTypeId, noticeTypeName }) => ({
                value: noticeTypeId,
                label: noticeTypeName,
              }))}
              onChange={(value) => {
                set({ noticeTypeId: value ?? '' });
              }}
            />
          </Field>
          <Field label="选项">
            <div style={{ display: 'flex', gap: 20, minHeight: 32, alignItems: 'center' }}>
              <Checkbox
                label="置顶"
                checked={draft.topFlag === yesNo.yes}
                onChange={(event) => {
                  set({ topFlag: event.currentTarget.checked ? yesNo.yes : yesNo.no });
                }}
              />
              <Checkbox
                label="发布时弹窗提醒"
                checked={draft.needPush === yesNo.yes}
                onChange={(event) => {
                  set({ needPush: event.currentTarget.checked ? yesNo.yes : yesNo.no });
                }}
              />
            </div>
          </Field>
        </div>
        <div className={classes['pair']}>
          <Field label="开始时间" htmlFor="notice-begin" error={errors['beginTime']}>
            <DateTimeField
              id="notice-begin"
              clearable
              placeholder="发布后立即可见"
              value={draft.beginTime === '' ? null : draft.beginTime}
              onChange={(value) => {
                set({ beginTime: value ?? '' });
              }}
            />
          </Field>
          <Field label="结束时间" htmlFor="notice-end" error={errors['endTime']}>
            <DateTimeField
              id="notice-end"
              endOfDay
              clearable
              placeholder="长期有效"
              error={errors['endTime'] !== undefined}
              value={draft.endTime === '' ? null : draft.endTime}
              onChange={(value) => {
                set({ endTime: value ?? '' });
              }}
            />
          </Field>
        </div>
        <AudienceFields
          value={draft.audience}
          names={names}
          error={errors['audience']}
          onChange={(audience) => {
            set({ audience });
          }}
        />
        <Field label="内容" required>
          <RichTextEditor
            label="内容"
            error={errors['content']}
            value={draft.content}
            placeholder="请输入内容"
            minHeight={220}
            onChange={(content) => {
              set({ content });
            }}
          />
        </Field>
        <Field label="附件">
          <AttachmentList businessTable={NOTICE_FILES} businessId={draft.noticeId} mode="edit" />
        </Field>
      </div>
      {preview && (
        <Dialog
          opened
          onClose={() => {
            setPreview(false);
          }}
          width={1000}
          title="预览"
          flush
          zIndex={300}
        >
          <Reader
            title={draft.noticeName === '' ? '（未填写标题）' : draft.noticeName}
            facts={[['类型', typeName]]}
            html={draft.content}
            businessTable={NOTICE_FILES}
            businessId={draft.noticeId}
          />
        </Dialog>
      )}
    </Dialog>
  );
}
