/** A request for a commerce video (spec, CommerceVideoRequest). */
export type Product = {
  readonly title: string;
  readonly imageUrl?: string;
  readonly price?: string;
  readonly url?: string;
  readonly description?: string;
};

export type CommerceInput = {
  readonly trigger: 'abandoned_cart' | 'post_purchase' | 'objection_handling' | 'cross_sell';
  readonly product: Product;
  readonly customer?: { readonly firstName?: string; readonly locale?: string };
  readonly objections?: readonly string[];
  readonly crossSellProducts?: readonly Product[];
  readonly brandName?: string;
  readonly ctaUrl?: string;
  readonly aspectRatio?: '16:9' | '9:16' | '1:1' | '4:5' | '2:3';
  readonly durationSeconds?: number;
  readonly shopDomain?: string;
  readonly externalRef?: string;
  readonly dryRun?: boolean;
};

export type VideoKind = 'objection_handling' | 'cross_sell';
