import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { NumberValueInput } from '../number-input.tsx';
import { dialogErrors } from '../../lib/notify.ts';
import { Dialog } from '../dialog.tsx';
import { Field } from '../search-form.tsx';
import { LINK_MISSING, linkRefusal, mediaTitles, type Media, type MediaKind } from './media-rules.ts';
import classes from './rich-text.module.css';
import { CancelButton, useUnsavedInput } from '../unsaved-input.tsx';

/** How long this dialog's error messages stay (PICKERS-135). */
const ERROR_MS = 4000;
const showError = dialogErrors(ERROR_MS);

export type MediaDialogProps = {
  kind: MediaKind;
  /** What the fields start with; null: closed. */
  start: Media | null;
  onClose: () => void;
  onConfirm: (media: Media) => void;
};

/**
 * 插入视频, 插入音频 (PICKERS-126, 127): links of one recording in the formats there are; the browser plays the first
 * that it can.
 */
export function MediaDialog({ kind, start, onClose, onConfirm }: MediaDialogProps) {
  return (
    <Dialog opened={start !== null} onClose={onClose} title={`插入${mediaTitles[kind]}`} width={560} flush>
      {start !== null && <MediaForm kind={kind} start={start} onConfirm={onConfirm} />}
    </Dialog>
  );
}

const flags = [
  ['muted', '静音'],
  ['loop', '循环播放'],
] as const;
const sides = [
  ['width', '宽度'],
  ['height', '高度'],
] as const;

function MediaForm({ kind, start, onConfirm }: Pick<MediaDialogProps, 'kind' | 'onConfirm'> & { start: Media }) {
  const [media, setMedia] = useState(start);
  const [size, setSize] = useState<{ width: number | null; height: number | null }>(start);
  const [link, setLink] = useState('');
  const [refused, setRefused] = useState(false);
  useUnsavedInput([media, size, link]);
  const id = useId();

  /** The links with the typed one, or null when it is refused. */
  const withTyped = (): readonly string[] | null => {
    const typed = link.trim();
    const refusal = linkRefusal(typed, media.links);
    setRefused(refusal !== null);
    if (refusal !== null) showError(refusal);
    return refusal === null ? [...media.links, typed] : null;
  };
  const add = () => {
    const links = withTyped();
    if (links !== null) {
      setMedia({ ...media, links });
      setLink('');
    }
  };
  const submit = () => {
    // What is still in the field was meant to be added.
    const links = link.trim() === '' ? media.links : withTyped();
    if (links === null) return;
    if (links.length === 0) showError(LINK_MISSING);
    else if (!Number.isNaN(size.width) && !Number.isNaN(size.height))
      onConfirm({ ...media, width: size.width ?? start.width, height: size.height ?? start.height, links });
  };

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className={classes['dialogBody']}>
        <Field
          label="链接"
          htmlFor={`${id}-link`}
          required
          width={56}
          hint="同一段内容有几种格式时可添加多个链接，依次尝试播放"
        >
          <div className={classes['row']}>
            <TextInput
              id={`${id}-link`}
              style={{ flex: 1 }}
              value={link}
              maxLength={1000}
              placeholder="https://"
              error={refused}
              data-autofocus
              onChange={(event) => {
                setLink(event.currentTarget.value);
                setRefused(false);
              }}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
                  event.preventDefault();
                  add();
                }
              }}
            />
            <Button variant="light" onClick={add}>
              添加
            </Button>
          </div>
          {media.links.length > 0 && (
            <ul className={classes['links']} aria-label="已添加的链接">
              {media.links.map((each) => (
                <li key={each} className={classes['link']}>
                  <span title={each}>{each}</span>
                  <ActionIcon
                    variant="subtle"
                    color="red"
                    size={24}
                    aria-label={`删除链接 ${each}`}
                    onClick={() => {
                      setMedia({ ...media, links: media.links.filter((other) => other !== each) });
                    }}
                  >
                    <IconTrash size={15} />
                  </ActionIcon>
                </li>
              ))}
            </ul>
          )}
        </Field>
        {kind === 'video' &&
          sides.map(([name, label]) => (
            <Field key={name} label={label} htmlFor={`${id}-${name}`} width={56}>
              <NumberValueInput
                id={`${id}-${name}`}
                w={140}
                rightSection="像素"
                rightSectionWidth={48}
                min={50}
                max={2000}
                value={size[name]}
                onChange={(value) => {
                  setSize({ ...size, [name]: value });
                }}
              />
            </Field>
          ))}
        <Field label="播放" width={56} hint="为不让网站得知读者，读者点击播放后才开始加载">
          <div className={classes['checks']} role="group" aria-label="播放">
            <Checkbox label="显示控制条" checked disabled readOnly />
            <Checkbox label="自动播放" checked={false} disabled readOnly />
            {flags.map(([name, label]) => (
              <Checkbox
                key={name}
                label={label}
                checked={media[name]}
                onChange={(event) => {
                  setMedia({ ...media, [name]: event.currentTarget.checked });
                }}
              />
            ))}
          </div>
        </Field>
      </div>
      <div className={classes['dialogFooter']}>
        <CancelButton />
        <Button type="submit">确定</Button>
      </div>
    </form>
  );
}
