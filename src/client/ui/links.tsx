import { Anchor, type AnchorProps, Button, type ButtonProps, Card, type CardProps } from '@mantine/core';
import { createLink, type LinkComponent } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type LinkOf<P> = P & Omit<ComponentPropsWithRef<'a'>, keyof P>;

const RoutedAnchor = (props: LinkOf<AnchorProps>) => <Anchor inherit {...props} />;
const RoutedButton = (props: LinkOf<ButtonProps>) => <Button component="a" {...props} />;
const RoutedCard = (props: LinkOf<CardProps>) => <Card component="a" {...props} />;

/** A link inside the app that looks like text. */
export const AnchorLink: LinkComponent<typeof RoutedAnchor> = createLink(RoutedAnchor);

/** A link inside the app that looks like a button. */
export const ButtonLink: LinkComponent<typeof RoutedButton> = createLink(RoutedButton);

/** A card that is a link as a whole. */
export const CardLink: LinkComponent<typeof RoutedCard> = createLink(RoutedCard);
