import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink, type LinkComponent } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type AnchorLinkProps = AnchorProps & Omit<ComponentPropsWithRef<'a'>, keyof AnchorProps>;
type ButtonLinkProps = ButtonProps & Omit<ComponentPropsWithRef<'a'>, keyof ButtonProps>;

const RoutedAnchor = (props: AnchorLinkProps) => <Anchor inherit {...props} />;
const RoutedButton = (props: ButtonLinkProps) => <Button component="a" {...props} />;

/** A link inside the app that looks like text. */
export const AnchorLink: LinkComponent<typeof RoutedAnchor> = createLink(RoutedAnchor);

/** A link inside the app that looks like a button. */
export const ButtonLink: LinkComponent<typeof RoutedButton> = createLink(RoutedButton);
