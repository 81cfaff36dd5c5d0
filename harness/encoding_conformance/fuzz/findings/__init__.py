"""Findings of campaigns: stores them, asks their cases again, makes the cases smaller, and drafts test vectors from
them."""
