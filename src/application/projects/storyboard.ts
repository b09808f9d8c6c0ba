/** A storyboard as callers give it. */
export type StoryboardFrame = {
  readonly prompt: string;
  readonly title?: string;
  readonly role?: 'start' | 'end';
  readonly sceneId?: string;
  readonly referenceImageUrls?: readonly string[];
};

export type Storyboard = {
  readonly frames: readonly StoryboardFrame[];
  readonly continuityMode?: 'independent' | 'master_reference' | 'chain';
  readonly aspectRatio?: '16:9' | '9:16' | '1:1';
  readonly engine?: 'auto' | 'service_images' | 'provider_c';
  readonly seed?: number;
  readonly referenceImageUrls?: readonly string[];
  readonly styleNotes?: string;
  readonly negativePrompt?: string;
};

export type ContinuityMode = NonNullable<Storyboard['continuityMode']>;
export type AspectRatio = NonNullable<Storyboard['aspectRatio']>;
