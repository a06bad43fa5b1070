import type { Editor } from '@tiptap/react';

/** After what is selected, which stays. */
export function insertImage(editor: Editor, image: { src: string; alt: string }): void {
  editor.chain().focus().insertContentAt(editor.state.selection.to, { type: 'image', attrs: image }).run();
}

/** Links the words that are selected, or writes the address after what is selected; an empty one takes the link away. */
export function setLink(editor: Editor, href: string): void {
  const { doc, selection } = editor.state;
  const isOnWords = editor.isActive('link') || doc.textBetween(selection.from, selection.to).trim() !== '';
  const chain = editor.chain().focus();
  if (href === '') chain.extendMarkRange('link').unsetLink().run();
  else if (isOnWords) chain.extendMarkRange('link').setLink({ href }).run();
  else {
    const link = { type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] };
    const isInText = doc.resolve(selection.to).parent.inlineContent;
    chain.insertContentAt(selection.to, isInText ? link : { type: 'paragraph', content: [link] }).run();
  }
}
