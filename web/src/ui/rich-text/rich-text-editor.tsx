import { lazyPart } from '../../lib/lazy-part.tsx';
import { LoadingState } from '../faces.tsx';
import type { RichTextEditorProps } from './editor.tsx';

/**
 * Rich text with links, pictures, video, audio and tables (PICKERS-125…137). The editor itself is fetched when it is
 * first shown.
 */
export const RichTextEditor = lazyPart<RichTextEditorProps>(async () => (await import('./editor.tsx')).Editor, {
  waiting: <LoadingState label="正在打开编辑器…" />,
});
