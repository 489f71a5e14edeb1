import { Button, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { Dialog } from '../dialog.tsx';
import { Field } from '../search-form.tsx';
import { LINK_EMPTY, LINK_INVALID, isWebAddress } from './media-rules.ts';
import classes from './rich-text.module.css';
import { CancelButton, useUnsavedInput } from '../unsaved-input.tsx';

/** `content` is the text that is read, `href` where it leads, `title` what shows when the pointer rests on it. */
export type RichTextLink = { content: string; href: string; title: string };

type Problems = Partial<Record<keyof RichTextLink, string>>;

/**
 * What is wrong with a link; empty when nothing is (PICKERS-128, 129, 130). Addresses: http(s), mail, telephone, or a
 * page of this site.
 */
export function linkProblems({ content, href, title }: RichTextLink): Problems {
  return {
    ...(content === '' ? { content: '内容不能为空' } : {}),
    ...(href === ''
      ? { href: LINK_EMPTY }
      : isWebAddress(href) || /^(mailto:|tel:|\/(?!\/))/i.test(href)
        ? {}
        : { href: LINK_INVALID }),
    ...(title === '' ? { title: '标题不能为空' } : {}),
  };
}

export type LinkDialogProps = {
  /** What the fields start with; null: closed. */
  start: RichTextLink | null;
  onClose: () => void;
  onConfirm: (link: RichTextLink) => void;
};

/** 插入链接 (PICKERS-125). */
export function LinkDialog({ start, onClose, onConfirm }: LinkDialogProps) {
  return (
    <Dialog opened={start !== null} onClose={onClose} title="插入链接" width={480} flush>
      {start !== null && <LinkForm start={start} onConfirm={onConfirm} />}
    </Dialog>
  );
}

const fields = [
  ['content', '内容', '链接显示的文字', 200],
  ['href', '链接', 'https://', 1000],
  ['title', '标题', '鼠标停留时显示的说明', 200],
] as const;

function LinkForm({ start, onConfirm }: Pick<LinkDialogProps, 'onConfirm'> & { start: RichTextLink }) {
  const [link, setLink] = useState(start);
  const [problems, setProblems] = useState<Problems>({});
  useUnsavedInput(link);
  const id = useId();
  const submit = () => {
    const typed = { content: link.content.trim(), href: link.href.trim(), title: link.title.trim() };
    const found = linkProblems(typed);
    setProblems(found);
    if (Object.keys(found).length === 0) onConfirm(typed);
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
        {fields.map(([name, label, placeholder, maxLength], index) => (
          <Field key={name} label={label} htmlFor={`${id}-${name}`} required error={problems[name]} width={56}>
            <TextInput
              id={`${id}-${name}`}
              value={link[name]}
              placeholder={placeholder}
              maxLength={maxLength}
              error={problems[name] !== undefined}
              data-autofocus={index === (start.content === '' ? 0 : 1) || undefined}
              onChange={(event) => {
                setLink({ ...link, [name]: event.currentTarget.value });
              }}
            />
          </Field>
        ))}
      </div>
      <div className={classes['dialogFooter']}>
        <CancelButton />
        <Button type="submit">确定</Button>
      </div>
    </form>
  );
}
