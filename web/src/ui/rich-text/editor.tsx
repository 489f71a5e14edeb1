import '@mantine/tiptap/styles.css';
import { RichTextEditor as Frame } from '@mantine/tiptap';
import { IconLink, IconMusic, IconPhoto, IconVideo } from '@tabler/icons-react';
import type { Editor as TiptapEditor } from '@tiptap/core';
import { useEditor, useEditorState } from '@tiptap/react';
import { useEffect, useId, useRef, useState, type CSSProperties } from 'react';
import { notify } from '../../lib/notify.ts';
import { editorContent } from './editor-content.ts';
import { editorLabels } from './editor-labels.ts';
import { IMAGE_TYPES, imageAddress } from './image-insertion.ts';
import { LinkDialog, type RichTextLink } from './link.dialog.tsx';
import { MediaDialog } from './media.dialog.tsx';
import { MEDIA_DEFAULTS, type Media, type MediaKind } from './media-rules.ts';
import { cleanPastedHtml } from './pasted-html.ts';
import classes from './rich-text.module.css';

export type RichTextEditorProps = {
  /** Names the editor for those who do not see its field's label. */
  label: string;
  /** HTML; `''` is empty. */
  value: string;
  /** The new HTML; `''` when nothing is left. */
  onChange: (html: string) => void;
  /** Shown under the editor, which gets a red edge. */
  error?: string | undefined;
  disabled?: boolean;
  placeholder?: string;
  /** Least height of the text in pixels; it grows to 420 and then scrolls. Default 180. */
  minHeight?: number;
};

/** The editor behind `RichTextEditor`: text, toolbar and its dialogs. */
export function Editor({
  label,
  value,
  onChange,
  error,
  disabled = false,
  placeholder = '请输入',
  minHeight = 180,
}: RichTextEditorProps) {
  const errorId = useId();
  // The last text that came out of the editor: only another one is put into it, so that the caret stays.
  const known = useRef(value);
  const report = useRef(onChange);
  useEffect(() => {
    report.current = onChange;
  });
  const editor = useEditor({
    extensions: editorContent(placeholder),
    content: value,
    editable: !disabled,
    shouldRerenderOnTransaction: false,
    editorProps: {
      transformPastedHTML: cleanPastedHtml,
      handlePaste: (_view, event) => insertFiles(event.clipboardData),
      handleDrop: (_view, event) => insertFiles(event.dataTransfer),
    },
    onUpdate: ({ editor: changed }) => {
      known.current = changed.isEmpty ? '' : changed.getHTML();
      report.current(known.current);
    },
  });

  /** Puts pasted or dropped pictures into the text. False: there are none, the editor does what it usually does. */
  function insertFiles(data: DataTransfer | null): boolean {
    const files = [...(data?.files ?? [])].filter((file) => file.type.startsWith('image/'));
    // A spreadsheet sends a picture of the cells beside the cells.
    if (files.length === 0 || (data?.types.includes('text/html') ?? false)) return false;
    void insertImages(editor, files);
    return true;
  }

  useEffect(() => {
    if (value === known.current) return;
    known.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  useEffect(() => {
    editor.setEditable(!disabled, false);
  }, [editor, disabled]);
  useEffect(() => {
    editor.setOptions({
      editorProps: {
        ...editor.options.editorProps,
        attributes: {
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-label': label,
          'aria-disabled': String(disabled),
          ...(error ? { 'aria-invalid': 'true', 'aria-describedby': errorId } : {}),
        },
      },
    });
  }, [editor, label, disabled, error, errorId]);

  return (
    <div style={{ '--rich-text-height': `${String(minHeight)}px` } as CSSProperties}>
      <Frame
        editor={editor}
        labels={editorLabels}
        className={classes['editor'] ?? ''}
        data-error={error ? true : undefined}
        data-disabled={disabled || undefined}
      >
        {!disabled && <Tools editor={editor} />}
        <Frame.Content className={classes['text'] ?? ''} />
      </Frame>
      {error !== undefined && error !== '' && (
        <div id={errorId} role="alert" className={classes['error']}>
          {error}
        </div>
      )}
    </div>
  );
}

async function insertImages(editor: TiptapEditor, files: readonly File[]): Promise<void> {
  for (const file of files) {
    try {
      const src = await imageAddress(file);
      if (!editor.isDestroyed) editor.chain().focus().setImage({ src, alt: file.name }).run();
    } catch {
      notify.error(`“${file.name}”不是可以识别的图片`);
    }
  }
}

function Tools({ editor }: { editor: TiptapEditor }) {
  const [link, setLink] = useState<RichTextLink | null>(null);
  const [media, setMedia] = useState<{ kind: MediaKind; start: Media } | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const state = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      link: current.isActive('link'),
      video: current.isActive('video'),
      audio: current.isActive('audio'),
      table: current.isActive('table'),
    }),
  });

  const openMedia = (kind: MediaKind) => {
    setMedia({
      kind,
      start: editor.isActive(kind) ? { ...MEDIA_DEFAULTS, ...editor.getAttributes(kind) } : MEDIA_DEFAULTS,
    });
  };
  const insertLink = ({ content, ...attributes }: RichTextLink) => {
    setLink(null);
    editor
      .chain()
      .focus()
      .extendMarkRange('link')
      .insertContent({ type: 'text', text: content, marks: [{ type: 'link', attrs: attributes }] })
      .run();
  };
  const insertMedia = (kind: MediaKind, attributes: Media) => {
    setMedia(null);
    editor.chain().focus().insertContent({ type: kind, attrs: attributes }).run();
  };

  return (
    <>
      <Frame.Toolbar aria-label="格式" role="toolbar">
        <Frame.ControlsGroup>
          <Frame.Undo />
          <Frame.Redo />
        </Frame.ControlsGroup>
        <Frame.ControlsGroup>
          <Frame.H2 />
          <Frame.H3 />
          <Frame.H4 />
        </Frame.ControlsGroup>
        <Frame.ControlsGroup>
          <Frame.Bold />
          <Frame.Italic />
          <Frame.Underline />
          <Frame.Strikethrough />
          <Frame.ClearFormatting />
        </Frame.ControlsGroup>
        <Frame.ControlsGroup>
          <Frame.AlignLeft />
          <Frame.AlignCenter />
          <Frame.AlignRight />
        </Frame.ControlsGroup>
        <Frame.ControlsGroup>
          <Frame.BulletList />
          <Frame.OrderedList />
          <Frame.Blockquote />
          <Frame.Hr />
        </Frame.ControlsGroup>
        <Frame.ControlsGroup>
          <Frame.Control
            aria-label="插入链接"
            title="插入链接"
            active={state.link}
            onClick={() => {
              setLink(chosenLink(editor));
            }}
          >
            <IconLink size={16} stroke={1.5} />
          </Frame.Control>
          <Frame.Unlink />
          <Frame.Control
            aria-label="插入图片"
            title="插入图片"
            onClick={() => {
              picker.current?.click();
            }}
          >
            <IconPhoto size={16} stroke={1.5} />
          </Frame.Control>
          <Frame.Control
            aria-label="插入视频"
            title="插入视频"
            active={state.video}
            onClick={() => {
              openMedia('video');
            }}
          >
            <IconVideo size={16} stroke={1.5} />
          </Frame.Control>
          <Frame.Control
            aria-label="插入音频"
            title="插入音频"
            active={state.audio}
            onClick={() => {
              openMedia('audio');
            }}
          >
            <IconMusic size={16} stroke={1.5} />
          </Frame.Control>
          <Frame.TableInsert maxColumns={8} maxRows={8} />
        </Frame.ControlsGroup>
        {state.table && (
          <Frame.ControlsGroup>
            <Frame.TableRowBefore />
            <Frame.TableRowAfter />
            <Frame.TableRowDelete />
            <Frame.TableColumnBefore />
            <Frame.TableColumnAfter />
            <Frame.TableColumnDelete />
            <Frame.TableMergeCells />
            <Frame.TableSplitCell />
            <Frame.TableToggleHeaderRow />
            <Frame.TableDelete />
          </Frame.ControlsGroup>
        )}
      </Frame.Toolbar>
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept={IMAGE_TYPES.join()}
        aria-label="选择图片"
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          void insertImages(editor, files);
        }}
      />
      <LinkDialog
        start={link}
        onClose={() => {
          setLink(null);
        }}
        onConfirm={insertLink}
      />
      {(['video', 'audio'] as const).map((kind) => (
        <MediaDialog
          key={kind}
          kind={kind}
          start={media?.kind === kind ? media.start : null}
          onClose={() => {
            setMedia(null);
          }}
          onConfirm={(attributes) => {
            insertMedia(kind, attributes);
          }}
        />
      ))}
    </>
  );
}

/** The link under the caret, or a new one on the chosen text. */
function chosenLink(editor: TiptapEditor): RichTextLink {
  const { href, title } = editor.getAttributes('link') as { href?: string; title?: string | null };
  if (href !== undefined) editor.chain().extendMarkRange('link').run();
  const { from, to } = editor.state.selection;
  return { content: editor.state.doc.textBetween(from, to, ' '), href: href ?? '', title: title ?? '' };
}
